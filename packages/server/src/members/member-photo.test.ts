import { existsSync } from "node:fs";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { createSignInSteps, goodPassword } from "../../test/auth/sign-in-steps.ts";
import { greyPng, pngChunk, testImage } from "../../test/test-images.ts";
import { createTestServer, type TestResponse } from "../../test/test-server.ts";
import { createMember } from "./administration/create-member.ts";

const server = await createTestServer();
const steps = await createSignInSteps(server);
const path = "/_api/porchlight/v1/members/my/photo";

let members = 0;
async function newMember() {
  const email = `photo-${++members}@example.com`;
  const { id } = await createMember(server.context, { kind: "owner" }, { email, password: goodPassword });
  const { access_token: token } = await steps.memberTokens((await steps.login(email)).body.sessionToken);
  return { id, email, token };
}
const put = (token: string | undefined, bytes: Buffer) =>
  server.call("PUT", path, { token, body: { photo: bytes.toString("base64") } });
const current = async (token: string, fieldsets?: string) =>
  (await server.call("GET", `/members/v1/members/my${fieldsets ? `?fieldsets=${fieldsets}` : ""}`, { token })).body
    .member;
const typeOf = ({ body }: TestResponse) => body.details?.validationError?.fieldViolations?.[0]?.data?.type;
const codeOf = ({ body }: TestResponse) => body.details?.applicationError?.code;
const isKept = (id: string) => existsSync(join(server.context.config.mediaDir, id));
const isGone = (id: string) => vi.waitUntil(() => !isKept(id), { interval: 20, timeout: 5_000 });

describe(`PUT ${path}`, () => {
  it.each([
    ["camera.jpg", "image/jpeg", 40, 60],
    ["notes.png", "image/png", 60, 40],
    ["photo.webp", "image/webp", 60, 40],
    ["photo.avif", "image/avif", 60, 40],
  ] as const)("stores %s without metadata and serves it publicly", async (name, type, width, height) => {
    const { token, id } = await newMember();
    const { status, body } = await put(token, testImage(name));
    expect(status).toBe(200);
    const { photo } = body.member.profile;
    expect(photo).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}\.\w+$/),
      url: `${server.context.config.publicUrl}/media/${photo.id}`,
      width,
      height,
    });
    expect(body.member.id).toBe(id);
    expect((await current(token)).profile.photo).toEqual(photo);
    const picture = await server.fetch(new Request(photo.url));
    expect(picture.headers.get("content-type")).toBe(type);
    expect(Buffer.from(await picture.arrayBuffer()).includes("Secret")).toBe(false);
  });

  it("replaces the former photo and deletes its file, even if another member has the same image", async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    const picture = greyPng(8, 8);
    const first = (await put(ada.token, picture)).body.member.profile.photo.id;
    const bens = (await put(ben.token, picture)).body.member.profile.photo.id;
    const second = (await put(ada.token, picture)).body.member.profile.photo.id;
    expect(new Set([first, second, bens]).size).toBe(3);
    await isGone(first);
    expect([isKept(second), isKept(bens)]).toEqual([true, true]);
  });

  it.each([
    ["an empty file", Buffer.alloc(0), "IMAGE_DAMAGED"],
    ["text", Buffer.from("hello"), "IMAGE_FORMAT"],
    ["an SVG with scripts", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"), "IMAGE_FORMAT"],
    ["an animated GIF", testImage("film.gif"), "IMAGE_FORMAT"],
    ["an animated PNG", greyPng(4, 4, 1, [pngChunk("acTL", Buffer.alloc(8))]), "IMAGE_FORMAT"],
    ["an animated WebP", testImage("film.webp"), "IMAGE_FORMAT"],
    ["more than 2048 × 2048 pixels", greyPng(2049, 2048), "IMAGE_DAMAGED"],
    ["a truncated image", testImage("camera.jpg").subarray(0, 300), "IMAGE_DAMAGED"],
    ["an image with a huge size", greyPng(60_000, 60_000), "IMAGE_DAMAGED"],
  ])("rejects %s and retains the former photo", async (_what, bytes, type) => {
    const { token } = await newMember();
    const { photo } = (await put(token, greyPng(4, 4))).body.member.profile;
    const refused = await put(token, bytes);
    expect([refused.status, typeOf(refused)]).toEqual([400, type]);
    expect((await current(token)).profile.photo).toEqual(photo);
    expect(isKept(photo.id)).toBe(true);
  });

  it("rejects more than 512 KiB and invalid base64", async () => {
    const { token } = await newMember();
    expect((await put(token, greyPng(4, 4, 1, [Buffer.alloc(512 * 1024)]))).status).toBe(400);
    for (const photo of ["*", "a", null, 1, {}, [], "data:image/png;base64,AAAA"]) {
      const refused = await server.call("PUT", path, { token, body: { photo } });
      expect([photo, refused.status]).toEqual([photo, 400]);
    }
    expect((await current(token)).profile.photo).toBeUndefined();
  });

  it("requires an active member", async () => {
    const visitor = await server.visitorToken();
    expect(codeOf(await put(visitor, greyPng(4, 4)))).toBe("NOT_ALLOWED");
    expect((await put(undefined, greyPng(4, 4))).status).toBe(401);
    expect(codeOf(await server.call("DELETE", path, { token: visitor }))).toBe("NOT_ALLOWED");
  });

  it("leaves no file if the change fails, the process ends, or the member is deleted", async () => {
    const { db } = server.context;
    const { id, token } = await newMember();
    const { photo } = (await put(token, greyPng(4, 4))).body.member.profile;
    await sql`create function fail_photo() returns trigger language plpgsql as 'begin raise exception $$no$$; end'`.execute(
      db,
    );
    await sql`create constraint trigger fail_photo after update of photo on members deferrable initially deferred
      for each row execute function fail_photo()`.execute(db);
    const response = await put(token, greyPng(6, 6));
    await sql`drop trigger fail_photo on members`.execute(db);
    expect(response.status).toBe(500);
    expect((await current(token)).profile.photo).toEqual(photo);
    await db.updateTable("members").set({ status: "BLOCKED" }).where("id", "=", id).execute();
    expect((await put(token, greyPng(7, 7))).status).toBe(401);
    // As if the removals were due.
    await sql`update pgboss.job set start_after = now() where name = 'image-removal' and state = 'created'`.execute(db);
    await expect
      .poll(async () => (await sql`select 1 from outbox where done_at is null`.execute(db)).rows, {
        interval: 20,
        timeout: 5_000,
      })
      .toEqual([]);
    const files = await readdir(server.context.config.mediaDir);
    const shown = await db.selectFrom("members").select("photo").where("photo", "is not", null).execute();
    expect(files.sort()).toEqual(shown.map((row) => row.photo?.id).sort());
  });

  it("retains the former photo if the disk is full and asks to retry", async () => {
    const { token } = await newMember();
    const { mediaDir } = server.context.config;
    await put(token, greyPng(4, 4));
    const { photo } = (await current(token)).profile;
    await rename(mediaDir, `${mediaDir}-full`);
    await writeFile(mediaDir, "");
    const refused = await put(token, greyPng(6, 6));
    await rm(mediaDir);
    await rename(`${mediaDir}-full`, mediaDir);
    expect([refused.status, codeOf(refused), refused.headers.get("retry-after")]).toEqual([503, "UNAVAILABLE", "10"]);
    expect((await current(token)).profile.photo).toEqual(photo);
    expect((await put(token, greyPng(6, 6))).status).toBe(200);
  });

  it("leaves one photo and one file after ten concurrent changes", async () => {
    const { token } = await newMember();
    const responses = await Promise.all(Array.from({ length: 10 }, (_, shade) => put(token, greyPng(5, 5, shade))));
    const ids = responses.map(({ body }) => body.member.profile.photo.id);
    const { photo } = (await current(token)).profile;
    expect(ids).toContain(photo.id);
    for (const id of ids) if (id !== photo.id) await isGone(id);
    expect(isKept(photo.id)).toBe(true);
  });
});

describe(`DELETE ${path}`, () => {
  it("deletes the photo and its file, and does nothing without one", async () => {
    const { token } = await newMember();
    const { photo } = (await put(token, greyPng(4, 4))).body.member.profile;
    const { status, body } = await server.call("DELETE", path, { token });
    expect([status, body.member.profile.photo]).toEqual([200, undefined]);
    await isGone(photo.id);
    const { updatedDate } = await current(token, "FULL");
    expect((await server.call("DELETE", path, { token })).body.member.updatedDate).toBe(updatedDate);
  });
});

describe("a member's photo", () => {
  it("is deleted with the account", async () => {
    const { token } = await newMember();
    const { photo } = (await put(token, greyPng(4, 4))).body.member.profile;
    expect((await server.call("DELETE", "/members/v1/members/my", { token })).status).toBe(200);
    await isGone(photo.id);
  });

  it("is retained by changes of the record", async () => {
    const { token, id } = await newMember();
    const { photo } = (await put(token, greyPng(4, 4))).body.member.profile;
    const member = { profile: { photo: { url: "https://evil.example/x.png" }, nickname: "Ada" } };
    const response = await server.call("PATCH", `/members/v1/members/${id}`, { token, body: { member } });
    expect(response.body.member.profile).toMatchObject({ nickname: "Ada", photo });
  });
});
