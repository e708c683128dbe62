import { usePorchlight } from "../../provider.tsx";
import { type Submission, useSubmission } from "../form/use-submission.ts";
import { requireModule } from "../need-module.ts";
import { toChangePasswordError } from "./password-errors.ts";

/** Parameters of `submit` of {@link useChangePassword}. */
export interface ChangePasswordParams {
  currentPassword: string;
  password: string;
}

/** Changes the password of the member who is signed in. This session goes on, their others end. */
export function useChangePassword(): Submission<ChangePasswordParams> {
  const authentication = requireModule(usePorchlight().client.authentication, "authentication");
  return useSubmission<ChangePasswordParams>(toChangePasswordError, (_context, { currentPassword, password }) =>
    authentication.changePassword(password, { currentPassword }),
  );
}
