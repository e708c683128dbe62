import { createHash } from "node:crypto";
import type { FormField, InputField } from "@porchlight/contract/forms/form-fields";
import type { SubmittedFile } from "@porchlight/contract/forms/submission";
import { directionOf } from "@porchlight/contract/texts/keys";
import { Html, html } from "../../platform/http/html.ts";
import type { TextKey, Texts } from "../../platform/i18n/texts.ts";
import { formatSubmission } from "./submission-serializer.ts";
import type { SubmissionRow } from "./submissions-store.ts";

const styles = `
body{max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1d2129;background:#fff;font:1rem/1.5 system-ui,sans-serif}
h1{margin:0 0 .25rem;font-size:1.5rem;line-height:1.25}
p{margin:0;color:#565c69}
dl{margin:1.5rem 0 0}
dl>div{padding:.75rem 0;border-top:1px solid #d9dce3;break-inside:avoid}
dt{font-weight:600}
dd{margin:.25rem 0 0;white-space:pre-wrap;overflow-wrap:anywhere}
img{display:block;max-width:100%;max-height:20rem;margin:.25rem 0}
a{color:#3346c9}
@media print{@page{margin:2cm}body{margin:0;padding:0;max-width:none}a{color:inherit}}
`;
const stylesHash = createHash("sha256").update(styles).digest("base64");

/** The page shows files of this server and runs nothing. Source: security requirements §6.1. */
export const documentHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${stylesHash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
} as const;

const statusTexts = {
  PENDING: "forms.status.pending",
  CONFIRMED: "forms.status.confirmed",
  PAYMENT_WAITING: "forms.status.paymentWaiting",
  PAYMENT_CANCELED: "forms.status.paymentCanceled",
} as const satisfies Record<SubmissionRow["status"], TextKey>;

/**
 * A printable page with the values of a submission.
 *
 * @param content.values With links to their files.
 */
export function submissionDocument(
  texts: Texts,
  content: {
    row: SubmissionRow;
    title: string;
    fields: readonly FormField[];
    values: Readonly<Record<string, unknown>>;
    timeZone: string;
  },
): Html {
  const { row, title, fields, values, timeZone } = content;
  const inputs = new Map(
    fields.flatMap(({ inputOptions }) => (inputOptions ? [[inputOptions.target, inputOptions]] : [])),
  );
  const date = row.created_at.toLocaleString(texts.language, { dateStyle: "long", timeStyle: "short", timeZone });
  return html`<!doctype html>
<html lang="${texts.language}" dir="${directionOf(texts.language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${new Html(styles)}</style></head>
<body>
<main>
<h1 dir="auto">${title}</h1>
<p>${texts("hosted.submission.sent", { date })}</p>
<p>${texts("forms.sent.status", { status: texts(statusTexts[row.status]) })}</p>
<p>${texts("hosted.submission.id", { id: row.id })}</p>
<dl>
${formatSubmission(fields, values).map(
  ({
    key,
    label,
    value,
  }) => html`<div><dt dir="auto">${label}</dt><dd dir="auto">${filesOf(inputs.get(key), values[key]) ?? value}</dd></div>
`,
)}</dl>
</main>
</body>
</html>
`;
}

/** Images and links for a value of files. */
function filesOf(field: InputField | undefined, value: unknown): Html[] | undefined {
  if (field?.inputType !== "WIX_FILE" || !Array.isArray(value)) return undefined;
  return (value as SubmittedFile[]).map(({ fileId, displayName = fileId, fileType = "", url }) => {
    if (url === undefined) return html`<div>${displayName}</div>`;
    const image = fileType.startsWith("image/") && html`<img src="${url}" alt="">`;
    return html`<div><a href="${url}">${image}${displayName}</a></div>`;
  });
}
