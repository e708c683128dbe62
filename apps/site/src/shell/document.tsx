import type { ReactNode } from "react";
import { useSite } from "../site.ts";
import { FeedLinks } from "./feed-links.tsx";

const rightToLeft = new Set(["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]);

/** The whole HTML page around what the routes draw. */
export function Document({ children }: { children: ReactNode }) {
  const { language, siteName } = useSite().settings;
  return (
    <html lang={language} dir={rightToLeft.has(language.split("-")[0] ?? "") ? "rtl" : "ltr"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fbfbfd" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1116" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <FeedLinks title={siteName} />
      </head>
      <body>{children}</body>
    </html>
  );
}
