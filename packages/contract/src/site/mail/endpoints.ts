import { endpoint } from "../../endpoint.ts";
import type { ListLoggedMailsRequest, ListLoggedMailsResponse } from "./mail-log.ts";
import type {
  ListMailTemplatesResponse,
  MailPartsRequest,
  MailPreviewResponse,
  MailTemplateByNameRequest,
  MailTemplateResponse,
  TestMailResponse,
  UpdateMailTemplateRequest,
} from "./mail-template.ts";

const template = "/_api/porchlight/v1/site/mail-templates/:kind/:language";

export const listMailTemplates = /* @__PURE__ */ endpoint<Record<never, never>, ListMailTemplatesResponse>(
  "GET",
  "/_api/porchlight/v1/site/mail-templates",
);
export const getMailTemplate = /* @__PURE__ */ endpoint<MailTemplateByNameRequest, MailTemplateResponse>(
  "GET",
  template,
);
export const updateMailTemplate = /* @__PURE__ */ endpoint<UpdateMailTemplateRequest, MailTemplateResponse>(
  "PUT",
  template,
);
export const resetMailTemplate = /* @__PURE__ */ endpoint<MailTemplateByNameRequest, MailTemplateResponse>(
  "DELETE",
  template,
);
export const previewMailTemplate = /* @__PURE__ */ endpoint<MailPartsRequest, MailPreviewResponse>(
  "POST",
  `${template}/preview`,
);
export const sendTestMail = /* @__PURE__ */ endpoint<MailPartsRequest, TestMailResponse>("POST", `${template}/test`);
export const listLoggedMails = /* @__PURE__ */ endpoint<ListLoggedMailsRequest, ListLoggedMailsResponse>(
  "GET",
  "/_api/porchlight/v1/site/mail-log",
);
