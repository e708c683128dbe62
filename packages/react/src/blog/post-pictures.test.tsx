import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Post } from "./post.tsx";
import { PostList } from "./post-list.tsx";

const heroImage = "wix:image://v1/0a.png/A%20lamp#originWidth=800&originHeight=600";
const imagesIn = (html: string) => html.match(/<img[^>]*>/g) ?? [];

describe("cover of a post", () => {
  it("is above the text with its size and alt text, and loads first", () => {
    const html = renderToString(<Post post={{ title: "T", heroImage }} imageHost="https://api.example" />);
    expect(imagesIn(html)).toEqual([
      '<img data-part="cover" class="site-cover" src="https://api.example/media/0a.png" width="800" height="600" alt="A lamp" fetchPriority="high" decoding="async"/>',
    ]);
  });

  it("is on its card without alt text, and loads lazily further down", () => {
    const posts = ["a", "b", "c"].map((slug) => ({ _id: slug, slug, title: slug, heroImage }));
    const images = imagesIn(renderToString(<PostList posts={posts} />));
    expect(images).toHaveLength(3);
    for (const image of images) expect(image).toMatch(/class="site-card-cover".* src="\/media\/0a.png" .* alt=""/);
    expect(images.map((image) => image.includes('loading="lazy"'))).toEqual([false, false, true]);
  });

  it("reserves the default aspect ratio if the size is unknown, and no space without a cover", () => {
    const html = (image: string | null) => renderToString(<Post post={{ title: "T", heroImage: image }} />);
    expect(imagesIn(html("https://images.example/a.jpg"))[0]).toContain('data-state="unsized"');
    expect(imagesIn(html(null))).toEqual([]);
    expect(imagesIn(html("javascript:alert(1)"))).toEqual([]);
  });

  it("has a srcset for images of this server: uncropped above the text, cropped on cards", () => {
    const id = `${"0a".repeat(16)}.jpg`;
    const own = `wix:image://v1/${id}/A#originWidth=500&originHeight=600`;
    const post = { _id: "a", slug: "a", title: "T", heroImage: own };
    const [cover] = imagesIn(renderToString(<Post post={post} imageHost="https://api.example" />));
    expect(cover).toContain('sizes="(min-width: 768px) 46rem, 100vw"');
    const sizes = ["fit/w_320 320w", "fit/w_640 500w"].map((size) => `https://api.example/media/${id}/v1/${size}`);
    expect(cover).toContain(`srcSet="${sizes.join(", ")}"`);
    const [card] = imagesIn(renderToString(<PostList posts={[post]} />));
    expect(card).toContain(`/media/${id}/v1/fill/w_320,h_180 320w`);
    expect(card).toContain('width="500" height="600"');
  });
});
