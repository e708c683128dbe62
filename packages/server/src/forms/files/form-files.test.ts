import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createFormsClient, errorsIn, field, submissionsPath, textField } from "../../../test/forms/forms.ts";
import { greyPng } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";
import { deleteMember } from "../../auth/account/delete-member.ts";
import { deleteExpired } from "../../platform/jobs/cleanup-store.ts";
import { createServer } from "../../server.ts";
import { updateSetting } from "../../site-admin/update-settings.ts";
import { removeUnusedFormFiles } from "./form-files.ts";

const server = await createTestServer({ rateLimits: false });
const forms = await createFormsClient(server);
const { db, media } = server.context;
const hourMs = 3_600_000;
const png = new Uint8Array(greyPng(4, 4));

const formWithFile = (uploadFileFormats: ("IMAGE" | "DOCUMENT")[] = ["IMAGE"]) =>
  forms.create({
    name: "Files",
    formFields: [
      field("photo", {
        inputType: "WIX_FILE",
        wixFileOptions: { componentType: "FILE_UPLOAD", validation: { uploadFileFormats } },
      }),
      field("note", { inputType: "OBJECT" }),
      textField("name"),
    ],
    notifications: { ownerEmails: ["owner@example.com"] },
  });

async function upload(
  formId: string,
  {
    bytes = png,
    filename = "photo.png",
    token = forms.visitor,
  }: {
    bytes?: Uint8Array | string;
    filename?: string;
    token?: string;
  } = {},
) {
  const { body } = await server.call("POST", `${submissionsPath}/media-upload-url`, {
    token,
    body: { formId, filename, mimeType: "image/png" },
  });
  const response = await server.fetch(new Request(body.uploadUrl, { method: "PUT", body: bytes as BodyInit }));
  return { status: response.status, body: await response.json() };
}
const uploadedId = async (...args: Parameters<typeof upload>): Promise<string> => (await upload(...args)).body.file.id;

/** Submits a new file. */
async function submittedFile(submitter?: string) {
  const token = submitter ?? (await server.visitorToken());
  const form = await formWithFile();
  const fileId = await uploadedId(form.id, { token });
  const { id, submissions } = await forms.submitted(form.id, { photo: [{ fileId }] }, { token });
  const [{ url }] = submissions.photo as [{ url: string }];
  return { form, fileId, id, url, token };
}

const statusOf = async (url: string, headers: Record<string, string> = {}) =>
  (await server.call("GET", url, { headers })).status;
const linkOf = async (id: string, token?: string): Promise<string> =>
  (await forms.call("GET", `${submissionsPath}/${id}`, undefined, token)).body.submission.submissions.photo[0].url;

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
    const unused = (await upload(form.id)).body.file;
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

describe("files of deleted submissions", () => {
  const age = (fileId: string) =>
    db
      .updateTable("media_files")
      .set({ created_at: new Date(Date.now() - 48 * hourMs) } as never)
      .where("id", "=", fileId)
      .execute();
  /** Whether the cleanup leaves the file. */
  const remains = async (fileId: string) => {
    await removeUnusedFormFiles(server.context);
    const row = await db.selectFrom("media_files").select("id").where("id", "=", fileId).executeTakeFirst();
    const bytes = await media.find(fileId);
    expect(bytes !== undefined).toBe(row !== undefined);
    return row !== undefined;
  };

  it("in the trash bin are readable by API keys only, and return with the submission", async () => {
    const { fileId, id, url, token } = await submittedFile();
    await forms.call("DELETE", `${submissionsPath}/${id}`);
    await age(fileId);
    expect(await remains(fileId)).toBe(true);
    expect(await statusOf(url)).toBe(200);
    const { body } = await forms.call("GET", `${submissionsPath}/trash-bin/${id}`);
    expect(await statusOf(body.submission.submissions.photo[0].url)).toBe(200);
    expect((await forms.call("GET", `${submissionsPath}/${id}`, undefined, token)).status).toBe(404);
    await forms.call("POST", `${submissionsPath}/trash-bin/${id}/restore`);
    expect(await statusOf(await linkOf(id, token))).toBe(200);
  });

  it.each<[string, (id: string, formId: string) => Promise<unknown>]>([
    ["a deletion", (id) => forms.call("DELETE", `${submissionsPath}/${id}?permanent=true`)],
    [
      "a deletion from the trash bin",
      async (id) => {
        await forms.call("DELETE", `${submissionsPath}/${id}`);
        return forms.call("DELETE", `${submissionsPath}/trash-bin/${id}`);
      },
    ],
    [
      "the deletion of the form",
      (_, formId) => forms.call("DELETE", `/form-schema-service/v4/forms/${formId}?permanent=true`),
    ],
  ])("are unreadable at once after %s, and removed later", async (_, remove) => {
    const { form, fileId, id, url } = await submittedFile();
    expect(await remove(id, form.id)).toMatchObject({ status: 200 });
    expect(await statusOf(url)).toBe(404);
    expect(await remains(fileId)).toBe(true);
    await age(fileId);
    expect(await remains(fileId)).toBe(false);
    expect(await statusOf(`/media/${fileId}`)).toBe(404);
  });

  it("of a deleted account are unreadable at once, and removed later", async () => {
    const { memberId, access_token: token } = await server.signIn();
    const { fileId, url } = await submittedFile(token);
    await deleteMember(server.context, { caller: { kind: "owner" } }, memberId);
    expect(await statusOf(url)).toBe(404);
    await age(fileId);
    expect(await remains(fileId)).toBe(false);
  });

  it("become public files of the site with preserveFiles", async () => {
    const { fileId, id } = await submittedFile();
    expect(await statusOf(`/media/${fileId}`)).toBe(404);
    await forms.call("DELETE", `${submissionsPath}/${id}?permanent=true&preserveFiles=true`);
    await age(fileId);
    expect(await remains(fileId)).toBe(true);
    expect(await statusOf(`/media/${fileId}`)).toBe(200);
    expect((await forms.call("GET", `/site-media/v1/files/${fileId}`)).body.file.id).toBe(fileId);
    await forms.call("DELETE", `/site-media/v1/files/${fileId}`);
  });

  it("that were replaced are unreadable, and removed later", async () => {
    const { form, fileId, id, url } = await submittedFile();
    const { body } = await forms.call("GET", `${submissionsPath}/${id}`);
    const photo = [{ fileId: await uploadedId(form.id, { token: forms.keys.editor }) }];
    const { revision } = body.submission;
    const updated = await forms.call("PATCH", `${submissionsPath}/${id}`, {
      submission: { revision, submissions: { photo } },
    });
    expect(updated.status).toBe(200);
    expect(await statusOf(url)).toBe(404);
    expect(await statusOf(await linkOf(id))).toBe(200);
    await age(fileId);
    expect(await remains(fileId)).toBe(false);
  });

  it("end with the retention of submissions", async () => {
    await updateSetting(server.context, { kind: "owner" }, "submissionDays", 1);
    const { fileId, id, url } = await submittedFile();
    await db
      .updateTable("form_submissions")
      .set({ created_at: new Date(Date.now() - 48 * hourMs) })
      .where("id", "=", id)
      .execute();
    await age(fileId);
    await deleteExpired(db);
    expect(await statusOf(url)).toBe(404);
    expect(await remains(fileId)).toBe(false);
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
