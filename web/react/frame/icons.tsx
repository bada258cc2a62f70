/** Decorative line icons on a 16-unit grid; the element beside them carries the name. */
function Icon({ path }: { path: string }) {
  return (
    <svg className="sonde-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" />
    </svg>
  );
}

export const ChevronIcon = () => <Icon path="M6 3.5 10.5 8 6 12.5" />;
export const CopyIcon = () => <Icon path="M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z" />;
export const WarningIcon = () => <Icon path="M8 2.5 14.5 13.5h-13zM8 6.5v3.5m0 2v.1" />;
