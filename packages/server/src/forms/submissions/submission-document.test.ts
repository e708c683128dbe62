import { describe, expect, it } from "vitest";
import { codeIn, createFormsClient, field, submissionsPath, textField } from "../../../test/forms/forms.ts";
import { greyPng } from "../../../test/test-images.ts";
import { createTestServer } from "../../../test/test-server.ts";

const server = await createTestServer({ rateLimits: false });
const forms = await createFormsClient(server);

const form = await forms.create({
  name: "Applications <2030>",
  formFields: [
    textField("name"),
    textField("about", { textInputOptions: { label: "About <you>" } }),
    field("photo", { inputType: "WIX_FILE", wixFileOptions: { componentType: "FILE_UPLOAD" } }),
    field("topics", { inputType: "ARRAY" }),
  ],
});

async function uploadedId(token: string): Promise<string> {
  const { body } = await server.call("POST", `${submissionsPath}/media-upload-url`, {
    token,
    body: { formId: form.id, filename: "face.png" },
  });
  const bytes = new Uint8Array(greyPng(4, 4));
  const response = await server.fetch(new Request(body.uploadUrl, { method: "PUT", body: bytes }));
  return (await response.json()).file.id;
}

async function submitted() {
  const token = await server.visitorToken();
  const values = {
    name: "Ada",
    about: "One\n<script>alert(1)</script>",
    photo: [{ fileId: await uploadedId(token) }],
    topics: ["a", "b"],
  };
  const { id } = await forms.submitted(form.id, values, { token });
  return { id, token };
}

const linkOf = (id: string, token?: string) => forms.call("GET", `${submissionsPath}/${id}/document`, undefined, token);
const open = (url: string, headers: Record<string, string> = {}) => server.call("GET", url, { headers });

describe("the document of a submission", () => {
  it("is a page with the values and files, for the holder of a link", async () => {
    const { id, token } = await submitted();
    for (const caller of [token, forms.keys.read]) {
      const { status, body } = await linkOf(id, caller);
      expect([status, body]).toEqual([
        200,
        { document: { id, status: "READY", readyDetails: { downloadUrl: expect.any(String) } } },
      ]);
      const { downloadUrl } = body.document.readyDetails;
      expect(downloadUrl.length).toBeLessThanOrEqual(300);
      const page = await open(downloadUrl, { "accept-language": "de" });
      expect(page.status).toBe(200);
      expect(Object.fromEntries(page.headers)).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "content-disposition": `inline; filename="submission-${id}.html"`,
        "cache-control": "private, no-store",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self';/,
        ),
      });
      for (const part of [
        '<html lang="de" dir="ltr">',
        "<title>Applications &lt;2030&gt;</title>",
        "Gesendet am ",
        "Status: Bestätigt",
        `Einsendung ${id}`,
        '<dt dir="auto">About &lt;you&gt;</dt><dd dir="auto">One\n&lt;script&gt;alert(1)&lt;/script&gt;</dd>',
        '<dd dir="auto">a, b</dd>',
      ])
        expect(page.body).toContain(part);
      const [, image = ""] = /<img src="([^"]+)" alt="">face\.png/.exec(page.body) ?? [];
      expect((await open(image)).status).toBe(200);
    }
  });

  it("is the contract's message for programs", async () => {
    const { id } = await submitted();
    const { downloadUrl } = (await linkOf(id)).body.document.readyDetails;
    const { body } = await server.call("GET", downloadUrl, { token: forms.keys.read });
    expect(body).toEqual({
      statusCode: 200,
      headers: expect.arrayContaining([{ key: "content-type", value: "text/html; charset=utf-8" }]),
      body: expect.any(String),
    });
    expect(Buffer.from(body.body, "base64").toString()).toContain("<title>Applications &lt;2030&gt;</title>");
  });

  it("has no link for others, and links expire, fit no other submission, and end with it", async () => {
    const [{ id }, other] = [await submitted(), await submitted()];
    for (const caller of [other.token, (await server.signIn()).access_token])
      expect(codeIn(await linkOf(id, caller))).toBe("SUBMISSION_NOT_FOUND");
    const { downloadUrl } = (await linkOf(id)).body.document.readyDetails;
    const path = `${submissionsPath}/${id}/download`;
    for (const changed of [
      downloadUrl.replace(id, other.id),
      downloadUrl.slice(0, -1),
      downloadUrl.replace(/accessToken=\d/, "accessToken=9"),
      `${path}?accessToken=x`,
      `${path}?accessToken=${encodeURIComponent("9999999999999.ä")}`,
    ])
      for (const headers of [{}, { authorization: forms.keys.admin }])
        expect(codeIn(await open(changed, headers)), changed).toBe("DOWNLOAD_LINK_INVALID");
    expect((await open(path)).status).toBe(400);
    server.advance(3_600_000);
    expect((await open(downloadUrl)).status).toBe(403);
    const renewed = (await linkOf(id)).body.document.readyDetails.downloadUrl;
    expect((await open(renewed)).status).toBe(200);
    await forms.call("DELETE", `${submissionsPath}/${id}`);
    expect(codeIn(await open(renewed))).toBe("SUBMISSION_NOT_FOUND");
  });
});
