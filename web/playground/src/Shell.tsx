import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { CardProvider } from "sonde/react";
import { type Language, type Message, messages } from "./messages.ts";

type Theme = "system" | "light" | "dark";

const themes: readonly Theme[] = ["system", "light", "dark"];
const languages: readonly { tag: Language; name: string }[] = [
  { tag: "en", name: "English" },
  { tag: "zh-CN", name: "中文" },
];

const LanguageContext = createContext<Language>("en");

/** The page's own words. */
export function useWords(): (message: Message) => string {
  const language = useContext(LanguageContext);
  return (message) => messages[language][message];
}

/** `count` files in words, in the page's language. */
export function useFileCount(): (count: number) => string {
  const language = useContext(LanguageContext);
  return (count) => `${count.toLocaleString(language)} ${messages[language][count === 1 ? "file" : "files"]}`;
}

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** What both pages share: the header with its switches, and the settings of the cards below it. */
export function Shell({ page, children }: { page: "search" | "web" | "gallery"; children: ReactNode }) {
  const [theme, setTheme] = useStored<Theme>("sonde-theme", "system", themes);
  const [language, setLanguage] = useStored<Language>("sonde-language", "en", ["en", "zh-CN"]);
  const words = messages[language];
  useEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    document.documentElement.lang = language;
  }, [theme, language]);
  return (
    <LanguageContext value={language}>
      <header className="top">
        <h1 className="brand">Sonde</h1>
        <nav className="pages" aria-label="Sonde">
          <a href="./index.html" aria-current={page === "search" ? "page" : undefined}>
            {words.search}
          </a>
          <a href="./web.html" aria-current={page === "web" ? "page" : undefined}>
            {words.web}
          </a>
          <a href="./gallery.html" aria-current={page === "gallery" ? "page" : undefined}>
            {words.gallery}
          </a>
        </nav>
        <div className="switches">
          <select aria-label={words.theme} value={theme} onChange={(event) => setTheme(event.target.value as Theme)}>
            {themes.map((name) => (
              <option key={name} value={name}>
                {words[name]}
              </option>
            ))}
          </select>
          <select
            aria-label={words.language}
            value={language}
            onChange={(event) => setLanguage(event.target.value as Language)}
          >
            {languages.map(({ tag, name }) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
          </select>
        </div>
      </header>
      <CardProvider locale={language} headingLevel={page === "gallery" ? 2 : 3}>
        {children}
      </CardProvider>
    </LanguageContext>
  );
}

/** A choice that lasts beyond the page, where the browser lets it. */
function useStored<Choice extends string>(key: string, fallback: Choice, choices: readonly Choice[]) {
  const [value, setValue] = useState<Choice>(() => {
    try {
      return choices.find((choice) => choice === localStorage.getItem(key)) ?? fallback;
    } catch {
      return fallback;
    }
  });
  const store = (next: Choice) => {
    setValue(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Refused storage costs only the memory of the choice.
    }
  };
  return [value, store] as const;
}
