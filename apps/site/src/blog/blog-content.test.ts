import { describe, expect, it } from "vitest";
import { type BlogCategory, onePerTranslation } from "./blog-content.ts";

function category(id: string, language: string | undefined, translationId?: string): BlogCategory {
  return { id, title: id, description: "", slug: "news", postCount: 1, cover: undefined, language, translationId };
}

describe("the categories of a language", () => {
  const news = category("news", "en", "1");
  const neues = category("neues", "de", "1");
  const notizen = category("notizen", "de", "2");
  const other = category("other", undefined);
  const all = [neues, news, notizen, other];

  it.each([
    ["en", [news, notizen, other]],
    ["de", [neues, notizen, other]],
    ["fr", [neues, notizen, other]],
  ])("contain each translated category once: %s", (language, expected) => {
    expect(onePerTranslation(all, language)).toEqual(expected);
  });
});
