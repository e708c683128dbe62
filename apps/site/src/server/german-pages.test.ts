import { describe, expect, it } from "vitest";
import { messages, words } from "../messages/de.ts";
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
function saidBy(html: string): string[] {
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

// Concurrently, so that one site would render with the other's texts if they were shared.
const [german, english] = await Promise.all([
  readAll(createSiteUnderTest(undefined, { language: "de" }, { messages, words, module: "src/messages/de.ts" })),
  readAll(createSiteUnderTest()),
]);

/** The same in both languages: words that are, and what the owner and the member wrote. */
const untranslated = [
  "Blog",
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

describe("pages of a German site", () => {
  it.each([...german.keys()])("speak German, and nothing else: %s", (path) => {
    const html = german.get(path) ?? "";
    expect(html).toContain('<html lang="de"');
    const inEnglish = new Set(saidBy(english.get(path) ?? ""));
    const said = saidBy(html).filter((words) => !isData(words));
    expect(said.filter((words) => inEnglish.has(words))).toEqual([]);
    expect(said.length).toBeGreaterThan(5);
  });

  it("load the texts with the page's first scripts", () => {
    expect(german.get("/sign-in")).toMatch(/<link rel="modulepreload"[^>]*href="\/assets\/de\.js"/);
    expect(english.get("/sign-in")).not.toContain("german.js");
  });
});
