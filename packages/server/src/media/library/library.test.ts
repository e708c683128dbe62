import { describe, expect, it } from "vitest";
import { codeIn, createWriter, textOf } from "../../../test/blog/drafts.ts";
import { createTestStaff } from "../../../test/staff/staff-accounts.ts";
import { greyPng } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createApiKey, revokeApiKey } from "../../auth/api-keys.ts";
import { changeStaffRole, listStaff, removeStaff } from "../../staff/manage-staff.ts";

const operator = { kind: "owner" } as const;
const server = await createTestServer({ rateLimits: false });
const writer = await createWriter(server);
const staff = await createTestStaff(server);
const author = await staff.add("author@example.com", "author");
const support = await staff.add("support@example.com", "support");
const library = "/_api/porchlight/v1/media";
const filesPath = "/site-media/v1/files";

interface Uploaded {
  id: string;
  url: string;
  width: number;
  folderId?: string;
  uploader?: { id: string; name: string };
}

/** A caller's requests. */
const as = (token: string) => (method: string, path: string, body?: object) =>
  server.call(method, path, { token, ...(body && { body }) });
const owner = as(staff.ownerToken);

let shade = 0;
async function upload(
  call: typeof owner,
  filename: string,
  options: { folderId?: string; replacesFileId?: string; bytes?: Buffer } = {},
) {
  const { bytes = greyPng(40, 20, ++shade), ...planned } = options;
  const prepared = await call("POST", `${filesPath}/upload-url`, { filename, ...planned });
  if (prepared.status !== 200) return prepared;
  const response = await server.fetch(
    new Request(prepared.body.uploadUrl, { method: "PUT", body: new Uint8Array(bytes) }),
  );
  return { status: response.status, body: await response.json() };
}
const uploaded = async (...args: Parameters<typeof upload>): Promise<Uploaded> => (await upload(...args)).body.file;
const namesOf = async (query: string, call = owner) =>
  (await call("GET", `${filesPath}?${query}`)).body.files.map(
    ({ displayName }: { displayName: string }) => displayName,
  );

/** A post with an image in its text and the same one as cover. */
const createPost = async (title: string, file: Uploaded) =>
  writer.create({
    title,
    richContent: {
      nodes: [
        ...textOf("Boats").nodes,
        {
          type: "IMAGE",
          id: "i1",
          nodes: [],
          imageData: { image: { src: { id: file.id, url: file.url }, width: 40, height: 20 }, altText: "A boat" },
        },
      ],
    },
    heroImage: { id: file.id, width: 40, height: 20 },
  });

describe("the media library", () => {
  it("searches, filters and sorts files, page by page", async () => {
    const call = as(await staff.add("sorter@example.com", "editor"));
    await uploaded(call, "zebra sort.png", { bytes: greyPng(10, 10, 7) });
    await uploaded(call, "Apple sort.png", { bytes: greyPng(600, 20, 8) });
    await uploaded(call, "mango sort.txt", { bytes: Buffer.from("sort") });
    expect(await namesOf("search=%20SORT")).toEqual(["mango sort.txt", "Apple sort.png", "zebra sort.png"]);
    expect(await namesOf("search=sort&sort=displayName&order=ASC")).toEqual([
      "Apple sort.png",
      "mango sort.txt",
      "zebra sort.png",
    ]);
    expect((await namesOf("search=sort&sort=sizeInBytes&order=ASC"))[0]).toBe("mango sort.txt");
    expect(await namesOf("search=sort&mediaType=DOCUMENT")).toEqual(["mango sort.txt"]);
    const [file] = (await owner("GET", `${filesPath}?search=zebra`)).body.files;
    await owner("PATCH", `${filesPath}/${file.id}`, { file: { altText: "Stripes" } });
    expect(await namesOf("search=stripes")).toEqual(["zebra sort.png"]);

    const query = "search=sort&sort=displayName&order=DESC&paging.limit=2";
    const first = (await owner("GET", `${filesPath}?${query}`)).body;
    expect(first.pagingMetadata).toMatchObject({ count: 2, total: 3, hasNext: true });
    const { next } = first.pagingMetadata.cursors;
    expect(await namesOf(`${query}&paging.cursor=${next}`)).toEqual(["Apple sort.png"]);
    expect(codeIn(await owner("GET", `${filesPath}?sort=sizeInBytes&paging.cursor=${next}`))).toBe("CURSOR_INVALID");
  });

  it("has folders, whose contents move up when they are deleted", async () => {
    const create = (name: string, parentId?: string) =>
      owner("POST", `${library}/folders`, { folder: { name, ...(parentId && { parentId }) } });
    const harbor = (await create("Harbor")).body.folder;
    const boats = (await create("Boats", harbor.id)).body.folder;
    expect(codeIn(await create("HARBOR"))).toBe("FOLDER_EXISTS");
    expect(codeIn(await create("Lost", "11111111-1111-4111-8111-111111111111"))).toBe("FOLDER_NOT_FOUND");
    await create("boats");
    const file = await uploaded(owner, "in boats.png", { folderId: boats.id });
    expect(file.folderId).toBe(boats.id);
    expect(await namesOf(`folderId=${boats.id}`)).toEqual(["in boats.png"]);
    expect(await namesOf("folderId=NONE&search=in+boats")).toEqual([]);

    const move = (id: string, folder: object) => owner("PATCH", `${library}/folders/${id}`, { folder });
    expect(codeIn(await move(harbor.id, { parentId: boats.id }))).toBe("FOLDER_LIMIT");
    expect((await move(harbor.id, { name: "Port" })).body.folder.name).toBe("Port");
    await owner("DELETE", `${library}/folders/${harbor.id}`);
    const folders = (await owner("GET", `${library}/folders`)).body.folders;
    expect(folders).toEqual([
      { id: expect.any(String), name: "boats", fileCount: 0 },
      { id: boats.id, name: "Boats 2", fileCount: 1 },
    ]);
    await owner("DELETE", `${library}/folders/${boats.id}`);
    expect(await namesOf("folderId=NONE&search=in+boats")).toEqual(["in boats.png"]);
    await owner("POST", `${library}/files/move`, { fileIds: [file.id], folderId: folders[0].id });
    expect(await namesOf(`folderId=${folders[0].id}`)).toEqual(["in boats.png"]);
  });

  it("limits the depth of folders", async () => {
    let parentId: string | undefined;
    for (let depth = 1; depth <= 8; depth += 1) {
      const { body } = await owner("POST", `${library}/folders`, { folder: { name: `Deep ${depth}`, parentId } });
      parentId = body.folder.id;
    }
    expect(codeIn(await owner("POST", `${library}/folders`, { folder: { name: "Deep 9", parentId } }))).toBe(
      "FOLDER_LIMIT",
    );
  });

  it("names the content that uses a file, and moves only unused files to the trash", async () => {
    const [cover, spare, icon] = [
      await uploaded(owner, "cover.png"),
      await uploaded(owner, "spare.png"),
      await uploaded(owner, "icon.png"),
    ];
    const post = await createPost("Harbor lights", cover);
    await writer.call("POST", "/blog/v3/categories", {
      category: { label: "Boats", coverImage: { id: icon.id, width: 40, height: 20 } },
    });
    const used = (await owner("GET", `${library}/files/${cover.id}/usages`)).body;
    expect(used.usages).toContainEqual({ kind: "POST", id: post.id, title: "Harbor lights" });
    expect((await owner("GET", `${library}/files/${icon.id}/usages`)).body.usages).toEqual([
      { kind: "CATEGORY", id: expect.any(String), title: "Boats" },
    ]);
    await writer.call("POST", "/v3/tags", { label: "Sails", coverImage: { id: icon.id, width: 40, height: 20 } });
    expect((await owner("GET", `${library}/files/${icon.id}/usages`)).body.usages).toContainEqual({
      kind: "TAG",
      id: expect.any(String),
      title: "Sails",
    });
    expect((await as(author)("GET", `${library}/files/${cover.id}/usages`)).body).toEqual({ usages: [], total: 1 });
    const unused = await namesOf("unused=true&paging.limit=100");
    expect(unused).toContain("spare.png");
    expect(unused).not.toContain("cover.png");
    expect(unused).not.toContain("icon.png");

    const trash = (body: object) => owner("POST", `${library}/files/trash`, body);
    const fileIds = [cover.id, spare.id];
    const { body } = await trash({ fileIds });
    expect(body.trashedIds).toEqual([spare.id]);
    expect(body.usedFiles).toMatchObject([{ file: { id: cover.id }, usages: [{ kind: "POST" }] }]);
    expect(await namesOf("trashed=true")).toEqual(["spare.png"]);
    expect(await namesOf("search=spare")).toEqual([]);
    expect((await server.fetch(new Request(spare.url))).status).toBe(200);
    expect(codeIn(await owner("POST", `${library}/files/delete`, { fileIds }))).toBe("FILE_NOT_FOUND");
    await owner("POST", `${library}/files/restore`, { fileIds: [spare.id] });
    expect(await namesOf("search=spare")).toEqual(["spare.png"]);

    expect((await trash({ fileIds, evenIfUsed: true })).body.trashedIds.sort()).toEqual([...fileIds].sort());
    expect((await owner("POST", `${library}/files/delete`, { fileIds })).status).toBe(200);
    await expect.poll(async () => (await server.fetch(new Request(spare.url))).status).toBe(404);
    expect(await namesOf("trashed=true")).toEqual([]);
  });

  it("replaces the contents of a file in all content, and redirects the former URL", async () => {
    const old = await uploaded(owner, "old.png");
    const post = await createPost("Replaced cover", old);
    const replaced = await uploaded(owner, "new.png", { replacesFileId: old.id, bytes: greyPng(80, 60, 200) });
    expect(replaced).toMatchObject({ displayName: "new.png", width: 80, height: 60 });
    expect(replaced.id).not.toBe(old.id);
    const draft = await writer.read(post.id, "fieldsets=RICH_CONTENT");
    expect(JSON.stringify(draft)).not.toContain(old.id);
    expect(draft.richContent.nodes[1].imageData.image).toMatchObject({
      src: { id: replaced.id },
      width: 80,
      height: 60,
    });
    expect(draft.heroImage).toMatchObject({ id: replaced.id, width: 80, height: 60 });

    await expect.poll(async () => (await server.fetch(new Request(old.url))).status).toBe(302);
    const former = await server.fetch(new Request(old.url));
    expect(former.headers.get("cache-control")).toBe("public, max-age=60");
    expect(former.headers.get("location")).toBe(`/media/${replaced.id}`);
    const sized = await server.fetch(new Request(`${old.url}/v1/fit/w_160`));
    expect([sized.status, sized.headers.get("location")]).toEqual([302, `/media/${replaced.id}/v1/fit/w_160`]);

    const encoded = old.url.replace(old.id, `%${old.id.charCodeAt(0).toString(16)}${old.id.slice(1)}`);
    const redirected = await server.fetch(new Request(`${encoded}/v1/fit/w_160`));
    expect(redirected.headers.get("location")).toBe(`/media/${replaced.id}/v1/fit/w_160`);

    const third = await uploaded(owner, "third.png", { replacesFileId: replaced.id });
    await expect
      .poll(async () => (await server.fetch(new Request(old.url))).headers.get("location"))
      .toBe(`/media/${third.id}`);
    expect(codeIn(await owner("GET", `${filesPath}/${old.id}`))).toBe("FILE_NOT_FOUND");
    expect((await owner("GET", `${library}/files/${third.id}/usages`)).body.usages).toContainEqual({
      kind: "POST",
      id: post.id,
      title: "Replaced cover",
    });
  });

  it("does not replace an image by a document, and stores nothing then", async () => {
    const image = await uploaded(owner, "stays.png");
    const refused = await upload(owner, "words.txt", { replacesFileId: image.id, bytes: Buffer.from("words") });
    expect([refused.status, refused.body.details.applicationError.code]).toEqual([415, "FILE_TYPE_REFUSED"]);
    expect((await server.fetch(new Request(image.url))).status).toBe(200);
    expect(await namesOf("search=words.txt")).toEqual([]);
  });

  it("lets authors see all files and change only their own, and others nothing", async () => {
    const call = as(author);
    const [own, other] = [await uploaded(call, "mine.png"), await uploaded(owner, "theirs.png")];
    const { file } = (await call("GET", `${filesPath}/${own.id}`)).body;
    expect(file.uploader).toMatchObject({ name: "author@example.com" });
    expect((await namesOf("search=.png&paging.limit=2", call)).length).toBe(2);
    expect((await call("PATCH", `${filesPath}/${own.id}`, { file: { altText: "Mine" } })).status).toBe(200);
    expect((await call("POST", `${library}/files/trash`, { fileIds: [own.id] })).body.trashedIds).toEqual([own.id]);
    for (const [method, path, body] of [
      ["PATCH", `${filesPath}/${other.id}`, { file: { altText: "Theirs" } }],
      ["POST", `${library}/files/trash`, { fileIds: [own.id, other.id] }],
      ["POST", `${library}/files/restore`, { fileIds: [other.id] }],
      ["POST", `${library}/files/delete`, { fileIds: [other.id] }],
      ["POST", `${library}/files/move`, { fileIds: [other.id], folderId: null }],
      ["POST", `${filesPath}/upload-url`, { filename: "a.png", replacesFileId: other.id }],
      ["POST", `${library}/folders`, { folder: { name: "Mine" } }],
      ["DELETE", `${filesPath}/${own.id}`, undefined],
    ] as const)
      expect([path, codeIn(await call(method, path, body))]).toEqual([path, "NOT_ALLOWED"]);
    for (const path of [filesPath, `${filesPath}/${own.id}`, `${library}/folders`, `${library}/files/${own.id}/usages`])
      expect([path, (await as(support)("GET", path)).status]).toEqual([path, 403]);
  });

  it("stays valid while folders are deleted during moves and uploads", async () => {
    const file = await uploaded(owner, "moved.png");
    for (let round = 0; round < 10; round++) {
      const { body } = await owner("POST", `${library}/folders`, { folder: { name: `Short-lived ${round}` } });
      const folderId = body.folder.id;
      const [moved, deleted, stored] = await Promise.all([
        owner("POST", `${library}/files/move`, { fileIds: [file.id], folderId }),
        owner("DELETE", `${library}/folders/${folderId}`),
        upload(owner, "new.png", { folderId }),
      ]);
      expect([200, 404]).toContain(moved.status);
      expect([200, 404]).toContain(stored.status);
      expect(deleted.status).toBe(200);
    }
  });
});

describe("upload URLs", () => {
  const idOf = async (email: string) =>
    (await listStaff(server.context, { caller: operator })).staffAccounts.find((account) => account.email === email)!
      .id;
  const urlOf = async (call: typeof owner, options: object = {}): Promise<string> =>
    (await call("POST", `${filesPath}/upload-url`, { filename: "late.png", ...options })).body.uploadUrl;
  async function put(url: string) {
    const bytes = new Uint8Array(greyPng(40, 20, ++shade));
    const response = await server.fetch(new Request(url, { method: "PUT", body: bytes }));
    return { status: response.status, body: await response.json() };
  }

  it.each([
    [
      "was removed",
      "UPLOAD_URL_INVALID",
      (id: string) => removeStaff(server.context, { caller: operator }, { params: { id } }),
    ],
    [
      "may not upload files anymore",
      "NOT_ALLOWED",
      (id: string) =>
        changeStaffRole(server.context, { caller: operator }, { params: { id }, body: { role: "support" } }),
    ],
  ])("are rejected if the person %s", async (reason, code, change) => {
    const email = `${reason.replaceAll(" ", "-")}@example.com`;
    const call = as(await staff.add(email, "author"));
    const [first, second] = [await urlOf(call), await urlOf(call)];
    expect((await put(first)).status).toBe(200);
    await change(await idOf(email));
    const rejected = await put(second);
    expect([rejected.status, rejected.body.details.applicationError.code]).toEqual([403, code]);
  });

  it("are rejected if the API key was revoked", async () => {
    const { key, id } = await createApiKey(server.context, operator, { name: "robot", role: "editor" });
    const url = await urlOf(as(key));
    await revokeApiKey(server.context, operator, id);
    await expect
      .poll(async () => (await put(url)).body.details?.applicationError.code, { timeout: 5_000 })
      .toBe("UPLOAD_URL_INVALID");
  });

  it("replace files of others only if the person may still do so", async () => {
    const file = await uploaded(owner, "of the owner.png");
    const call = as(await staff.add("demoted@example.com", "editor"));
    const url = await urlOf(call, { replacesFileId: file.id });
    const params = { id: await idOf("demoted@example.com") };
    await changeStaffRole(server.context, { caller: operator }, { params, body: { role: "author" } });
    const rejected = await put(url);
    expect([rejected.status, rejected.body.details.applicationError.code]).toEqual([403, "NOT_ALLOWED"]);
    expect((await owner("GET", `${filesPath}/${file.id}`)).status).toBe(200);
  });
});
