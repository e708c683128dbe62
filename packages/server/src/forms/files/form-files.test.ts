import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createFilesClient, png } from "../../../test/forms/form-files.ts";
import { createFormsClient, errorsIn, submissionsPath } from "../../../test/forms/forms.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { createServer } from "../../server.ts";

const server = await createTestServer({ rateLimits: false });
const forms = await createFormsClient(server);
const { formWithFile, upload, uploadedId, submittedFile, statusOf, linkOf } = createFilesClient(server, forms);
const { db } = server.context;
const hourMs = 3_600_000;

describe("uploads", () => {
  it("belong to one submission, and are not files of the site", async () => {
    const form = await formWithFile();
    const fileId = await uploadedId(form.id);
    const photo = [{ fileId, displayName: "forged", url: "https://evil.example" }];
    const submission = await forms.submitted(form.id, { photo });
    expect(submission.submissions.photo).toEqual([
      {
        fileId,
        displayName: "photo.png",
        url: expect.stringContaining(`/media/${fileId}?token=`),
        fileType: "image/png",
      },
    ]);
    expect(errorsIn(await forms.submit(form.id, { photo, name: "Again" }))).toEqual([
      ["photo", "NOT_ALLOWED_VALUE_ERROR"],
    ]);
    expect((await forms.call("GET", "/site-media/v1/files")).body.files).toEqual([]);
    for (const [method, body] of [["GET"], ["PATCH", { file: { displayName: "x" } }], ["DELETE"]] as const)
      expect([method, (await forms.call(method, `/site-media/v1/files/${fileId}`, body)).status]).toEqual([
        method,
        404,
      ]);
    expect(await statusOf(await linkOf(submission.id))).toBe(200);
  });

  it("are submitted by their uploader only", async () => {
    const form = await formWithFile();
    const { access_token: ada } = await server.signIn();
    const { access_token: grace } = await server.signIn();
    const visitor = await server.visitorToken();
    const rejected = [["photo", "NOT_ALLOWED_VALUE_ERROR"]];
    const submit = async (fileId: string, token: string) =>
      errorsIn(await forms.submit(form.id, { photo: [{ fileId }], name: randomUUID() }, { token }));
    const ofAda = await uploadedId(form.id, { token: ada });
    for (const token of [grace, visitor]) expect(await submit(ofAda, token)).toEqual(rejected);
    const validated = await forms.call(
      "POST",
      `${submissionsPath}/validate`,
      { submission: { formId: form.id, submissions: { photo: [{ fileId: ofAda }] } } },
      grace,
    );
    expect(validated.body.valid).toBe(false);
    expect(await submit(ofAda, ada)).toEqual([]);
    const ofVisitor = await uploadedId(form.id, { token: visitor });
    expect(await submit(ofVisitor, forms.visitor)).toEqual(rejected);
    // The visitor signs in before submitting.
    expect(await submit(ofVisitor, grace)).toEqual([]);
    const another = await formWithFile();
    const ofAnotherForm = await uploadedId(another.id, { token: ada });
    expect(await submit(ofAnotherForm, ada)).toEqual(rejected);
  });

  it("are submitted once by concurrent requests", async () => {
    const form = await formWithFile();
    const fileId = await uploadedId(form.id);
    const submit = (name: string) => forms.submit(form.id, { photo: [{ fileId }], name });
    const responses = await Promise.all(["one", "two", "three", "four"].map(submit));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  });

  it("cannot be submitted after a day", async () => {
    const form = await formWithFile();
    const fileId = await uploadedId(form.id);
    await db
      .updateTable("media_files")
      .set({ created_at: new Date(Date.now() - 24 * hourMs) } as never)
      .where("id", "=", fileId)
      .execute();
    expect(errorsIn(await forms.submit(form.id, { photo: [{ fileId }] }))).toEqual([
      ["photo", "NOT_ALLOWED_VALUE_ERROR"],
    ]);
  });

  it("are limited to the form's kinds, and none are accepted without a field for them", async () => {
    const form = await formWithFile();
    const fileId = await uploadedId(form.id, { bytes: "Just a text", filename: "a.txt" });
    expect(errorsIn(await forms.submit(form.id, { photo: [{ fileId }] }))).toEqual([
      ["photo", "NOT_ALLOWED_VALUE_ERROR"],
    ]);
    expect((await upload(form.id, { bytes: "<svg/>", filename: "a.svg" })).status).toBe(415);
    const { id } = await forms.create();
    const none = await server.call("POST", `${submissionsPath}/media-upload-url`, {
      token: forms.visitor,
      body: { formId: id, filename: "a" },
    });
    expect(none.status).toBe(400);
  });
});

describe("links to files", () => {
  it("are the only way to read a file, and fit no other file", async () => {
    const { form, fileId, url } = await submittedFile();
    const other = (await submittedFile()).fileId;
    const unused = (await upload(form.id)).file;
    expect(await statusOf(url)).toBe(200);
    const { origin, pathname, search } = new URL(url);
    for (const changed of [
      `/media/${fileId}`,
      `/media/${fileId}?token=`,
      `/media/${fileId}?token=9999999999999`,
      `/media/${fileId}?token=9999999999999.`,
      url.replace(/token=\d/, "token=9"),
      `${url}A`,
      url.slice(0, -1),
      `${origin}/media/${other}${search}`,
      `${pathname}/..%2f${other}${search}`,
      `/media/${fileId}/v1/fit/w_640`,
      `/media/${fileId}/v1/fit/w_640${search}`,
      // Not submitted.
      `/media/${unused.id}`,
      unused.url,
    ])
      expect([changed, await statusOf(changed)]).toEqual([changed, 404]);
  });

  it("are not stored by caches, and serve ranges", async () => {
    const { url } = await submittedFile();
    const { headers } = await server.call("GET", url);
    expect(Object.fromEntries(headers)).toMatchObject({
      "cache-control": "private, no-store",
      "content-disposition": "inline",
      "content-security-policy": "sandbox; default-src 'none'",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    const range = await server.fetch(new Request(url, { headers: { range: "bytes=1-3" } }));
    expect([range.status, range.headers.get("content-range"), await range.text()]).toEqual([
      206,
      `bytes 1-3/${png.length}`,
      "PNG",
    ]);
    expect(range.headers.get("cache-control")).toBe("private, no-store");
    expect((await server.fetch(new Request(url, { headers: { range: "bytes=99999-" } }))).status).toBe(416);
    expect((await server.fetch(new Request(url, { method: "HEAD" }))).status).toBe(200);
    const form = await formWithFile(["DOCUMENT"]);
    const fileId = await uploadedId(form.id, { bytes: "Just a text", filename: "../a b.txt" });
    const { submissions } = await forms.submitted(form.id, { photo: [{ fileId }] });
    const page = await server.call("GET", (submissions.photo as [{ url: string }])[0].url);
    expect([page.status, page.headers.get("content-disposition"), page.headers.get("content-type")]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename\*=UTF-8''[^/\\]+$/),
      expect.stringMatching(/^text\/plain/),
    ]);
  });

  it("are returned to the submitter and to API keys only", async () => {
    const { access_token: token } = await server.signIn();
    const { form, id, url } = await submittedFile(token);
    const { pathname } = new URL(url);
    const path = `${submissionsPath}/${id}`;
    const query = { query: { filter: { formId: form.id } } };
    const others = [(await server.signIn()).access_token, await server.visitorToken()];
    const texts = async (caller: string) =>
      JSON.stringify([
        (await forms.call("GET", path, undefined, caller)).body,
        (await forms.call("GET", `${path}/formatted`, undefined, caller)).body,
        (await forms.call("POST", `${submissionsPath}/query`, query, caller)).body,
        (await forms.call("POST", `${submissionsPath}/namespace/query`, query, caller)).body,
      ]);
    for (const caller of others) expect(await texts(caller)).not.toContain(pathname);
    for (const caller of [token, forms.keys.read])
      expect((await texts(caller)).split(`${pathname}?token=`)).toHaveLength(5);
  });

  it("are not made for other files whose ids a value contains", async () => {
    const { fileId } = await submittedFile();
    const form = await formWithFile();
    const own = await uploadedId(form.id);
    const forged = { fileId, url: `http://localhost:4000/media/${fileId}` };
    const submission = await forms.submitted(form.id, { photo: [{ fileId: own }], note: { file: forged } });
    expect(submission.submissions.note).toEqual({ file: forged });
    // Even if a stored value names the file of another submission.
    await db
      .updateTable("form_submissions")
      .set({ field_values: JSON.stringify({ photo: [forged], note: [forged] }) })
      .where("id", "=", submission.id)
      .execute();
    const { body } = await forms.call("GET", `${submissionsPath}/${submission.id}`);
    expect(body.submission.submissions).toEqual({ photo: [forged], note: [forged] });
    // The sender of spam gets back what was sent.
    const { body: spam } = await forms.submit(
      form.id,
      { photo: [forged] },
      { more: { additionalMetadata: { honeypot: "x" } } },
    );
    expect(spam.submission.submissions).toEqual({ photo: [forged] });
  });

  it("are required for files from before links as well", async () => {
    const { fileId, id } = await submittedFile();
    await db
      .updateTable("media_files")
      .set({ uploader_kind: null, uploader_id: null })
      .where("id", "=", fileId)
      .execute();
    const photo = [{ fileId, displayName: "photo.png", url: `http://localhost:4000/media/${fileId}` }];
    await db
      .updateTable("form_submissions")
      .set({ field_values: JSON.stringify({ photo }) })
      .where("id", "=", id)
      .execute();
    expect(await statusOf(`/media/${fileId}`)).toBe(404);
    expect(await statusOf(await linkOf(id))).toBe(200);
  });

  it("are whole in emails with many files", async () => {
    const form = await formWithFile();
    const ids = await Promise.all(Array.from({ length: 10 }, () => uploadedId(form.id)));
    await forms.submitted(form.id, { photo: ids.map((fileId) => ({ fileId })) });
    const link = new RegExp(`http\\S+${ids.at(-1)}\\?token=\\d+\\.[\\w-]{43}`);
    const mails = async () => JSON.stringify((await server.call("GET", "/dev/mail.json?to=owner@example.com")).body);
    await expect.poll(mails).toMatch(link);
  });

  it("of one node are accepted by another", async () => {
    const { url } = await submittedFile();
    const { config, now } = server.context;
    const node = await createServer({ ...config, now } as Parameters<typeof createServer>[0]);
    try {
      const read = (link: string) => node.fetch(new Request(link), { clientAddress: "192.0.2.9" });
      expect((await read(url)).status).toBe(200);
      expect((await read(url.slice(0, -1))).status).toBe(404);
    } finally {
      await node.close();
    }
  });
});

describe("the time of links", () => {
  it("ends after an hour, and starts again when the submission is read", async () => {
    const { id, url } = await submittedFile();
    server.advance(hourMs - 60_000);
    expect(await statusOf(url)).toBe(200);
    server.advance(60_000);
    expect(await statusOf(url)).toBe(404);
    expect(await statusOf(await linkOf(id))).toBe(200);
  });

  it("ends after seven days in exports, emails and events", async () => {
    const { form, fileId, id } = await submittedFile();
    const path = `/_api/porchlight/v1/forms/${form.id}/submissions/file`;
    const { body: jsonl } = await forms.call("GET", `${path}?format=JSON`);
    const { body: csv } = await forms.call("GET", `${path}?format=CSV`);
    const mail = async () =>
      JSON.stringify(
        (await server.call("GET", "/dev/mail.json?to=owner@example.com")).body.map(({ text }: never) => text),
      );
    await expect.poll(mail).toContain(fileId);
    const event = await db.selectFrom("events").select("body").where("entity_id", "=", id).executeTakeFirstOrThrow();
    const texts = [jsonl, csv, await mail(), JSON.stringify(event)];
    const links = texts.map((text) => new RegExp(`http[^"\\s]*${fileId}\\?token=\\d+\\.[\\w-]+`).exec(text)?.[0]);
    server.advance(7 * 24 * hourMs - 60_000);
    for (const link of links) expect(await statusOf(String(link))).toBe(200);
    server.advance(60_000);
    for (const link of links) expect(await statusOf(String(link))).toBe(404);
  });
});
