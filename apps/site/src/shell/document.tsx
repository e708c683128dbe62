import type { ReactNode } from "react";
import { useSite } from "../site.ts";

const rightToLeft = new Set(["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]);

/** Where readers of feeds find the blog. */
const feeds = [
  { type: "application/rss+xml", href: "/feed.xml" },
  { type: "application/atom+xml", href: "/atom.xml" },
  { type: "application/feed+json", href: "/feed.json" },
];

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
        {feeds.map(({ type, href }) => (
          <link key={href} rel="alternate" type={type} title={siteName} href={href} />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
}
