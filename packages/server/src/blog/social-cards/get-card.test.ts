import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createWriter } from "../../../test/blog/drafts.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { titleSize, toDrawableText } from "../../platform/storage/social-card/card.ts";

const server = await createTestServer();
const writer = await createWriter(server);

async function card(id: string, headers: Record<string, string> = {}) {
  const response = await server.fetch(new Request(`http://localhost:4000/media/cards/${id}.png`, { headers }));
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
const publish = async (title: string): Promise<string> => (await writer.create({ title }, { publish: true })).id;

describe("GET /media/cards/:postId.png", () => {
  it("renders a post's title deterministically", async () => {
    const id = await publish("How the lamp came to the harbour");
    const [one, same] = await Promise.all([card(id), card(id)]);
    expect(one.status).toBe(200);
    expect(Object.fromEntries(one.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
    });
    const { width, height, format } = await sharp(one.bytes).metadata();
    expect([width, height, format]).toEqual([1200, 630, "png"]);
    expect(one.bytes.length).toBeLessThan(100_000);
    expect(same.bytes.equals(one.bytes)).toBe(true);
    expect((await card(await publish("Another title"))).bytes.equals(one.bytes)).toBe(false);
    const unchanged = await card(id, { "if-none-match": one.headers.get("etag") ?? "" });
    expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0]);
    // White text on the brand color: both cover a considerable area.
    const { data } = await sharp(one.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const white = data.filter((_, index) => index % 3 === 0 && data[index] === 255).length / (1200 * 630);
    expect(white).toBeGreaterThan(0.01);
    expect(white).toBeLessThan(0.3);
  });

  it.each([
    "<script>alert(1)</script> & <span foreground='red'>",
    "&#60;/span&#62; %s %n $x",
    "w".repeat(200),
    "Ünïcödé — Ελλάδα, Привет, Łódź, Việt Nam",
    "漢字だけ",
    "مرحبا",
    "👩‍🚀🇪🇺",
    "a\u0301\u0301\u0301\u0301".repeat(40),
    "\u202Eevil\u2066",
  ])("renders %s", async (title) => {
    const { status, bytes } = await card(await publish(title));
    expect(status).toBe(200);
    expect((await sharp(bytes).metadata()).width).toBe(1200);
  });

  it("renders nothing for hidden posts", async () => {
    const { id } = await writer.create({ title: "Not yet" });
    for (const wrong of [id, crypto.randomUUID(), "0".repeat(36), "x"])
      expect((await card(wrong)).status, wrong).toBe(404);
  });
});

describe("toDrawableText", () => {
  it.each([
    ["  A \n lamp\t", "A lamp"],
    ["Ready 🚀 to go 👩‍🚀", "Ready to go"],
    ["漢字", ""],
    ["a\u0301\u0301\u0301\u0301b", "á\u0301\u0301b"],
    ["a\u202Eb\0c", "a b c"],
  ])("of %s is %s", (text, drawn) => expect(toDrawableText(text)).toBe(drawn));

  it("truncates long text", () => {
    expect(toDrawableText("long ".repeat(100))).toMatch(/^.{100,139}…$/);
    expect(titleSize("x".repeat(140))).toBeLessThan(titleSize("x"));
  });
});
