export const mutants: { name: string; file: string; find: string; put: string }[];
