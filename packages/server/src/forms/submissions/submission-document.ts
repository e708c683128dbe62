import type { DownloadSubmissionResponse, SubmissionDocument } from "@porchlight/contract/forms/submission";
import type { downloadSubmissionRequest, submissionByIdRequest } from "@porchlight/contract/forms/submission-schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { allowsAccess, signAccess } from "../../platform/crypto/secrets.ts";
import { chooseSiteLanguage, createTexts } from "../../platform/i18n/texts.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { findForm } from "../definitions/forms-store.ts";
import { readFileLinks, withFileLinks } from "../files/file-links.ts";
import { documentHeaders, submissionDocument } from "./document-view.ts";
import { findVisible } from "./get-submission.ts";
import { findSubmission } from "./submissions-store.ts";

const documentPath = "/form-submission-service/v4/submissions/";
const documentTtlMs = 3_600_000;

/**
 * Returns a link to the document of a submission.
 *
 * @throws {Refusal} `SUBMISSION_NOT_FOUND`, also for submissions of others.
 */
export async function getSubmissionDownloadUrl(
  context: ServerContext,
  { caller }: Requester,
  { params }: Pick<z.output<typeof submissionByIdRequest>, "params">,
): Promise<{ document: SubmissionDocument }> {
  const { id } = await findVisible(context, caller, params.submissionId);
  const token = signAccess(context, "submission document", id, documentTtlMs);
  const downloadUrl = `${context.config.publicUrl}${documentPath}${id}/download?accessToken=${token}`;
  return { document: { id, status: "READY", readyDetails: { downloadUrl } } };
}

/**
 * Renders the document of a submission for the holder of a link.
 *
 * @param acceptLanguage The header of the request.
 * @throws {Refusal} `DOWNLOAD_LINK_INVALID`; `SUBMISSION_NOT_FOUND` if it was deleted since.
 */
export async function renderSubmissionDocument(
  context: ServerContext,
  { params, query }: z.output<typeof downloadSubmissionRequest>,
  acceptLanguage: string | undefined,
): Promise<{ headers: Record<string, string>; body: string }> {
  const { db, site, siteTexts } = context;
  const id = params.submissionId.toLowerCase();
  if (!allowsAccess(context, "submission document", id, query.accessToken)) throw new Refusal("DOWNLOAD_LINK_INVALID");
  const row = await findSubmission(db, site.id, id);
  if (!row) throw new Refusal("SUBMISSION_NOT_FOUND");
  const form = await findForm(db, site.id, row.form_id);
  const { formFields = [], deletedFormFields = [] } = form?.definition ?? {};
  const linksOf = await readFileLinks(db, context, [id]);
  const language = chooseSiteLanguage(site, acceptLanguage);
  const texts = createTexts(language, (await siteTexts.read())[language]);
  const document = submissionDocument(texts, {
    row,
    title: form?.name ?? site.name,
    fields: [...formFields, ...deletedFormFields],
    values: withFileLinks(row.field_values, linksOf(id)),
    timeZone: site.timeZone,
  });
  return {
    headers: { ...documentHeaders, "content-disposition": `inline; filename="submission-${id}.html"` },
    body: document.text,
  };
}

/** The document as the contract's message. @throws {Refusal} As {@link renderSubmissionDocument}. */
export async function downloadSubmission(
  context: ServerContext,
  input: z.output<typeof downloadSubmissionRequest>,
): Promise<DownloadSubmissionResponse> {
  const { headers, body } = await renderSubmissionDocument(context, input, undefined);
  return {
    statusCode: 200,
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
    body: Buffer.from(body).toString("base64"),
  };
}
