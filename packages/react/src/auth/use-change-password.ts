import { usePorchlight } from "../provider.tsx";
import { needModule } from "./need-module.ts";
import { explainChangePassword } from "./password-failures.ts";
import { type Sending, useSending } from "./use-sending.ts";

export interface ChangePasswordParams {
  currentPassword: string;
  password: string;
}

/** Changes the password of the member who is signed in. This session goes on, their others end. */
export function useChangePassword(): Sending<ChangePasswordParams> {
  const authentication = needModule(usePorchlight().client.authentication, "authentication");
  return useSending<ChangePasswordParams>(explainChangePassword, (_context, { currentPassword, password }) =>
    authentication.changePassword(password, { currentPassword }),
  );
}
