import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import MarkupView from "./markup-view.tsx";

const shown = (html: string) => renderToStaticMarkup(<MarkupView value={html} imageHost={undefined} />);

it("a text is shown whatever its elements are named", () => {
  expect(shown("<constructor>a</constructor><b>b</b>")).toBe('<div class="site-prose">a<strong>b</strong></div>');
});

it.each(["<br>", "<i>a</i>", "<li>a"])("a text with any number of elements is shown: %s", (part) => {
  const count = Math.floor(500_000 / part.length);
  const html = shown(`<ul><li><p>${part.repeat(count)}`);
  expect(html.split(/<br\/>|<em>a<\/em>|<li>a<\/li>/).length).toBe(count + 1);
});
