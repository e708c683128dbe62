import type { submissions } from "@wix/forms";
import { client } from "./client";
import { form, h } from "./dom";

/** Replaced at build time. */
declare const FORM_ID: string;

export async function contactPage(): Promise<HTMLElement> {
  const { name } = await client.forms.getForm(FORM_ID);
  return h(
    "section",
    {},
    h("h1", {}, name ?? "Contact"),
    form({ name: "Your name", email: "Your email" }, "Send", async (values) => {
      try {
        const sent: submissions.FormSubmission = await client.submissions.createSubmission({
          formId: FORM_ID,
          submissions: values,
        });
        return `Thank you: ${sent.status}`;
      } catch (error) {
        const violations = (error as { details?: { validationError?: { fieldViolations?: Violation[] } } }).details
          ?.validationError?.fieldViolations;
        if (!violations) throw error;
        return `Please correct: ${violations.map(({ field }) => field.split(".").at(-1)).join(", ")}`;
      }
    }),
  );
}

interface Violation {
  field: string;
  description: string;
}
