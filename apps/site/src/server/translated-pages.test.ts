import { directionOf, textLanguages } from "@porchlight/contract/texts/keys";
import { describe, expect, it } from "vitest";
import { createSiteUnderTest, memberCookie } from "./site-under-test.ts";
import { wireMember, wirePost } from "./stub-api.ts";

const paths = [
  "/",
  "/blog",
  "/blog?sort=title",
  "/blog/lamps",
  "/blog/archive/2026/03",
  "/blog/archive/1999/01",
  "/blog/archive/1999/13",
  "/search",
  "/search?q=lamp",
  "/sign-in",
  "/sign-up",
  "/verify-email",
  "/forgot-password",
  "/reset-password",
  "/pending",
  "/sign-out",
  "/account",
  "/nowhere",
];
const memberPaths = ["/account", "/account/info", "/account/security", "/account/sessions", "/sign-out"];

/** The visible and accessible text of a page. */
function textsOf(html: string): string[] {
  const page = html.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, "").replace(/<!-- -->/g, "");
  const texts = page.split(/<[^>]*>/);
  const attributes = [...page.matchAll(/ (?:aria-label|alt|placeholder|title)="([^"]*)"/g)].map(
    ([, said]) => said ?? "",
  );
  const content = [...page.matchAll(/<meta (?:name|property)="[^"]*(?:description|title)" content="([^"]*)"/g)];
  return [...texts, ...attributes, ...content.map(([, said]) => said ?? "")]
    .map((said) => said.trim())
    .filter((said) => /\p{L}{2}/u.test(said));
}

const escapeText = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

async function readAll(site: ReturnType<typeof createSiteUnderTest>): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const path of paths) pages.set(path, await (await site.get(path)).text());
  for (const path of memberPaths)
    pages.set(`member ${path}`, await (await site.get(path, { cookie: memberCookie() })).text());
  return pages;
}

const others = textLanguages.filter((language) => language !== "en");

// Concurrently, so that one site would render with the other's texts if they were shared.
const [english, ...translated] = await Promise.all([
  readAll(createSiteUnderTest()),
  ...others.map((language) => readAll(createSiteUnderTest(undefined, { language }))),
]);

/** The same in several languages: words that are, and what the owner and the member wrote. */
const untranslated = [
  "Account",
  "Blog",
  "Email",
  "Password",
  "Photo",
  "Sessions",
  "Name",
  "Code",
  "name@example.com",
  "Ana Lima",
  "ana@example.com",
  "Once there was a lamp.",
];
const isData = (said: string) =>
  [
    ...untranslated,
    ...[wirePost.title, wirePost.excerpt, wireMember.profile.nickname, "Lantern <Street>"].map(escapeText),
  ].some((data) => said.replace(/ · Lantern &lt;Street&gt;$/, "") === data);

describe.each(others.map((language, index) => [language, translated[index]!] as const))(
  "pages in %s",
  (language, pages) => {
    it.each([...pages.keys()])("have no text in English: %s", (path) => {
      const html = pages.get(path) ?? "";
      expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}"`);
      const inEnglish = new Set(textsOf(english.get(path) ?? ""));
      const texts = textsOf(html).filter((words) => !isData(words));
      expect(texts.filter((words) => inEnglish.has(words))).toEqual([]);
      expect(texts.length).toBeGreaterThan(5);
    });
  },
);

it("load the texts with the page's first scripts", () => {
  const german = translated[others.indexOf("de")]!;
  expect(german.get("/sign-in")).toMatch(/<link rel="modulepreload"[^>]*href="\/assets\/de\.js"/);
  expect(english.get("/sign-in")).not.toContain("de.js");
});
