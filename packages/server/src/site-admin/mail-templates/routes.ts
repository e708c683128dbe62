import * as mail from "@porchlight/contract/site/mail/endpoints";
import {
  listLoggedMailsRequest,
  mailPartsRequest,
  mailTemplateByNameRequest,
  updateMailTemplateRequest,
} from "@porchlight/contract/site/mail/schema";
import * as z from "zod";
import { type Area, serve } from "../../platform/http/serve.ts";
import { requireOwner } from "../../platform/identity/require-editor.ts";
import type { StaffContext } from "../../staff/staff-context.ts";
import { listLoggedMails } from "../list-logged-mails.ts";
import { getMailParts, listMails, previewMailParts, updateMailParts } from "./edit-mail-parts.ts";
import { sendTestMail } from "./send-test-mail.ts";
import { resetMailTemplate } from "./set-mail-template.ts";

const read = { authorize: requireOwner } as const;
const change = { limit: "changesPerIp", authorize: requireOwner } as const;

/** Editing of the emails in the console, and their log. */
export function mailTemplateRoutes(area: Area, context: StaffContext): void {
  serve(area, mail.listMailTemplates, z.object({}), (request) => listMails(context, request), read);
  const byName = mailTemplateByNameRequest;
  serve(area, mail.getMailTemplate, byName, (request, input) => getMailParts(context, request, input), read);
  serve(
    area,
    mail.updateMailTemplate,
    updateMailTemplateRequest,
    (request, input) => updateMailParts(context, request, input),
    change,
  );
  serve(
    area,
    mail.resetMailTemplate,
    byName,
    async (request, input) => {
      await resetMailTemplate(context, request.caller, input.params);
      return getMailParts(context, request, input);
    },
    change,
  );
  serve(
    area,
    mail.previewMailTemplate,
    mailPartsRequest,
    (request, input) => previewMailParts(context, request, input),
    read,
  );
  serve(
    area,
    mail.listLoggedMails,
    listLoggedMailsRequest,
    (request, input) => listLoggedMails(context, request, input),
    read,
  );
  serve(area, mail.sendTestMail, mailPartsRequest, (request, input) => sendTestMail(context, request, input), change);
}
