import type { CallOptions } from "@porchlight/client";
import type {
  CreateSubmissionOptions,
  Form,
  FormSubmission,
  SubmissionInput,
  SubmissionPage,
  SubmittedFile,
} from "@porchlight/client/forms";
import type { WireFilter } from "@porchlight/contract/wire/query";
import { usePorchlight } from "../provider.tsx";

/** The methods of the modules `forms` and `submissions` of `@porchlight/client/forms` that the components use. */
export interface FormsClient {
  /** Reads definitions. */
  readonly forms?: { getForm(formId: string, options?: object, call?: CallOptions): Promise<Form> };
  /** Stores and reads submissions. */
  readonly submissions?: {
    createSubmission(submission: SubmissionInput, options?: CreateSubmissionOptions): Promise<FormSubmission>;
    getSubmission(submissionId: string, call?: CallOptions): Promise<FormSubmission>;
    uploadFile(formId: string, file: File, call?: CallOptions): Promise<SubmittedFile>;
    querySubmission(
      query: {
        filter?: WireFilter;
        sort?: { fieldName: "_createdDate"; order: "DESC" }[];
        cursorPaging?: { limit?: number; cursor?: string };
      },
      options?: { onlyYourOwn?: boolean },
      call?: CallOptions,
    ): Promise<SubmissionPage>;
  };
}

/** Uploads a file for a field. @throws the client's error. */
export type UploadFile = (file: File, signal: AbortSignal) => Promise<SubmittedFile>;

/** @throws {Error} if the client was created without the modules. */
export function useFormsClient() {
  const { forms, submissions } = usePorchlight().client as FormsClient;
  if (!forms || !submissions)
    throw new Error(
      "Forms require the modules forms and submissions of @porchlight/client/forms. Pass them to createClient.",
    );
  return { forms, submissions };
}
