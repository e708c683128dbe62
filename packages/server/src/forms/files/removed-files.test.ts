import { describe, expect, it } from "vitest";
import { createFilesClient } from "../../../test/forms/form-files.ts";
import { createFormsClient, submissionsPath } from "../../../test/forms/forms.ts";
import { createTestServer, createTestSite } from "../../../test/test-server.ts";
import { deleteMember } from "../../auth/account/delete-member.ts";
import { deleteExpired } from "../../platform/jobs/cleanup-store.ts";
import { updateSetting } from "../../site-admin/update-settings.ts";
import { removeUnusedFormFiles } from "./form-files.ts";

const server = await createTestServer({ rateLimits: false });
const forms = await createFormsClient(server);
const { uploadedId, submittedFile, statusOf, linkOf } = createFilesClient(server, forms);
const { db } = server.context;
const hourMs = 3_600_000;

describe("files of deleted submissions", () => {
  const age = (fileId: string) =>
    db
      .updateTable("media_files")
      .set({ created_at: new Date(Date.now() - 48 * hourMs) } as never)
      .where("id", "=", fileId)
      .execute();
  /** Whether the cleanup leaves the file. */
  const remains = async (fileId: string, { media } = server.context, cleaned = server.context) => {
    await removeUnusedFormFiles(cleaned);
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

  it("of a field that was removed permanently are unreadable at once, and removed later", async () => {
    const { form, fileId, url } = await submittedFile();
    const [photo, ...others] = form.formFields;
    const path = "/form-schema-service/v4/forms";
    await forms.call("PATCH", `${path}/${form.id}`, { form: { revision: "1", formFields: others } });
    expect(await statusOf(url)).toBe(200);
    const removal = await forms.call("POST", `${path}/fields/delete`, { formId: form.id, fieldsIds: [photo?.id] });
    expect(removal.status).toBe(200);
    expect(await statusOf(url)).toBe(404);
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

  it("of another site are removed by its own cleanup", async () => {
    const other = await createTestSite(server, "Other", "https://other.example.com");
    const { submittedFile: submittedThere } = createFilesClient(other, await createFormsClient(other));
    const { fileId } = await submittedThere();
    await db.updateTable("media_files").set({ submission_id: null }).where("id", "=", fileId).execute();
    await age(fileId);
    expect(await remains(fileId, other.context)).toBe(true);
    expect(await remains(fileId, other.context, other.context)).toBe(false);
  });
});
