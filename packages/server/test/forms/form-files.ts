import type { Form } from "@porchlight/contract/forms/form";
import { greyPng } from "../test-images.ts";
import type { TestServer } from "../test-server.ts";
import { type FormsClient, field, submissionsPath, textField } from "./forms.ts";

/** Bytes of a picture. */
export const png: Uint8Array<ArrayBuffer> = new Uint8Array(greyPng(4, 4));

/** A file to upload; by default a picture of a visitor. */
export interface TestUpload {
  bytes?: Uint8Array<ArrayBuffer> | string;
  filename?: string;
  token?: string;
}

/** Uploads files, and submits them. */
export function createFilesClient(server: TestServer, forms: FormsClient) {
  /** A form with a field `photo` for files, an object `note`, and a text `name`. */
  const formWithFile = (uploadFileFormats: ("IMAGE" | "DOCUMENT")[] = ["IMAGE"]): Promise<Form> =>
    forms.create({
      name: "Files",
      formFields: [
        field("photo", {
          inputType: "WIX_FILE",
          wixFileOptions: { componentType: "FILE_UPLOAD", validation: { uploadFileFormats, fileLimit: 10 } },
        }),
        field("note", { inputType: "OBJECT" }),
        textField("name"),
      ],
      notifications: { ownerEmails: ["owner@example.com"] },
    });

  async function upload(
    formId: string,
    { bytes = png, filename = "photo.png", token = forms.visitor }: TestUpload = {},
  ): Promise<{ status: number; file: { id: string; url: string } }> {
    const { body } = await server.call("POST", `${submissionsPath}/media-upload-url`, {
      token,
      body: { formId, filename, mimeType: "image/png" },
    });
    const response = await server.fetch(new Request(body.uploadUrl, { method: "PUT", body: bytes }));
    return { status: response.status, file: (await response.json()).file };
  }

  /** The id of a new file. */
  const uploadedId = async (formId: string, options?: TestUpload): Promise<string> =>
    (await upload(formId, options)).file.id;

  /** Submits a new file; by default as another visitor. */
  async function submittedFile(submitter?: string) {
    const token = submitter ?? (await server.visitorToken());
    const form = await formWithFile();
    const fileId = await uploadedId(form.id, { token });
    const { id, submissions } = await forms.submitted(form.id, { photo: [{ fileId }] }, { token });
    const [{ url }] = submissions["photo"] as [{ url: string }];
    return { form, fileId, id, url, token };
  }

  return {
    formWithFile,
    upload,
    uploadedId,
    submittedFile,
    statusOf: async (url: string) => (await server.call("GET", url)).status,
    /** The link in a submission. */
    linkOf: async (id: string, token?: string): Promise<string> =>
      (await forms.call("GET", `${submissionsPath}/${id}`, undefined, token)).body.submission.submissions.photo[0].url,
  };
}
