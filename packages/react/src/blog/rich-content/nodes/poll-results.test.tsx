import words from "@porchlight/contract/texts/en/blog-poll.json" with { type: "json" };
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { createTexts } from "../../../texts/use-texts.ts";
import { PollResultList } from "./poll-results.tsx";

const text = createTexts(words, { language: "en", messages: {} });
const voters = (...names: string[]) => names.map((name) => ({ memberId: `id-of-${name}`, name }));
const render = (option: object) =>
  renderToStaticMarkup(
    <PollResultList
      options={[{ id: "yes", title: "Yes", picture: undefined }]}
      results={{ options: [{ optionId: "yes", share: 1, ...option }] }}
      chosen={[]}
      text={text}
    />,
  );
const namesIn = (html: string) => /<p class="site-poll-names">(.*?)<\/p>/.exec(html)?.[1]?.replaceAll(/<\/?bdi>/g, "");

describe("names of voters", () => {
  it("are a list in words with the number of further voters", () => {
    expect(namesIn(render({ votes: 2, voters: voters("Ann", "Bob") }))).toBe("Ann and Bob");
    expect(namesIn(render({ votes: 5, voters: voters("Ann", "Bob") }))).toBe("Ann, Bob, and 3 others");
    expect(namesIn(render({ voters: voters("Ann") }))).toBe("Ann");
  });

  it("are limited in number and isolated for bidirectional text", () => {
    const many = voters(...Array.from({ length: 30 }, (_, n) => `N${n}`));
    const html = render({ votes: 30, voters: many });
    expect(html.match(/<bdi>N\d+<\/bdi>/g)).toHaveLength(20);
    expect(namesIn(html)).toMatch(/N19, and 10 others$/);
    expect(render({ voters: voters("<img src=x>") })).toContain("<bdi>&lt;img src=x&gt;</bdi>");
  });

  it("are omitted without voters", () => {
    expect(namesIn(render({ votes: 3 }))).toBeUndefined();
    expect(namesIn(render({ votes: 3, voters: [] }))).toBeUndefined();
  });
});
