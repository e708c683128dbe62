import * as endpoints from "@porchlight/contract/site/mail/endpoints";
import type {
  ListMailTemplatesResponse,
  MailParts,
  MailPreviewResponse,
  MailTemplate,
  MailTemplateByNameRequest,
  MailTemplateResponse,
  TestMailResponse,
} from "@porchlight/contract/site/mail/mail-template";
import type { CallOptions, Transport } from "../transport.ts";

type Name = MailTemplateByNameRequest["params"];

/** The texts of the emails that the server sends, for staff with the role owner. A Porchlight extension. */
export function mailTemplates(transport: Transport) {
  return {
    /** All emails with the languages in which they are customized, and the sender. */
    async listMailTemplates(call?: CallOptions): Promise<ListMailTemplatesResponse> {
      return transport.send(endpoints.listMailTemplates, {}, call);
    },

    /** The texts of an email in one language. */
    async getMailTemplate(name: Name, call?: CallOptions): Promise<MailTemplate> {
      const response: MailTemplateResponse = await transport.send(endpoints.getMailTemplate, { params: name }, call);
      return response.template;
    },

    /**
     * Replaces all texts of an email in one language.
     *
     * @param revision Of the texts that the change is based on. Default: any.
     * @throws {PorchlightError} `SITE_SETTINGS_CHANGED` if another person has changed them; violations of
     *   `parts.<part>`.
     */
    async updateMailTemplate(
      name: Name,
      parts: MailParts,
      revision?: string,
      call?: CallOptions,
    ): Promise<MailTemplate> {
      const response: MailTemplateResponse = await transport.send(
        endpoints.updateMailTemplate,
        { params: name, body: { parts, ...(revision !== undefined && { revision }) } },
        call,
      );
      return response.template;
    },

    /** Restores the built-in texts of an email in one language. */
    async resetMailTemplate(name: Name, call?: CallOptions): Promise<MailTemplate> {
      const response: MailTemplateResponse = await transport.send(endpoints.resetMailTemplate, { params: name }, call);
      return response.template;
    },

    /** Renders texts with sample values as they would be sent, or lists the problems with them. */
    async previewMailTemplate(name: Name, parts: MailParts, call?: CallOptions): Promise<MailPreviewResponse> {
      return transport.send(endpoints.previewMailTemplate, { params: name, body: { parts } }, call);
    },

    /**
     * Sends texts with sample values to the address of the signed-in staff account.
     *
     * @returns The address.
     * @throws {PorchlightError} `MAIL_NOT_SENT` with `data.reason`; `TOO_MANY_REQUESTS`; violations of `parts.<part>`.
     */
    async sendTestMail(name: Name, parts: MailParts, call?: CallOptions): Promise<string> {
      const response: TestMailResponse = await transport.send(
        endpoints.sendTestMail,
        { params: name, body: { parts } },
        call,
      );
      return response.to;
    },
  };
}
