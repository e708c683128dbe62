import type { Form, FormSubmission } from "@porchlight/client/forms";
import type { Messages } from "../texts/use-texts.ts";
import type { Appearance } from "../ui/appearance.ts";
import type { FormOutcome } from "./submit-form-data.ts";

/** Props of `Form`. */
export interface FormProps {
  /** ID of the form. */
  formId: string;
  /** The definition, if a server has already loaded it: the form is then part of its HTML. */
  form?: Form | undefined;
  /** Identifies the first attempt. Give it a random value if a server renders the form. */
  attemptKey?: string | undefined;
  /** URL that browsers without scripts post the form to; see `submitFormData`. Default: the page. */
  action?: string | undefined;
  /** The result of `submitFormData`, if the page is the response to it. */
  outcome?: FormOutcome | undefined;
  /** Level of the headings of steps and of the message afterwards. Default: 2. */
  headingLevel?: 2 | 3 | 4 | undefined;
  /** URL of the sign-in page, for forms with a sign-in bar. */
  signInHref?: string | undefined;
  /** Called once the submission is stored. */
  onSubmitted?: ((submission: FormSubmission) => void) | undefined;
  /** Replaces texts of the form. */
  messages?: Messages | undefined;
  /** Replaces class names and attributes. */
  appearance?: Appearance | undefined;
}
