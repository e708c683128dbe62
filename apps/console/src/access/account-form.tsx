import { isPorchlightError } from "@porchlight/client";
import { isPasskeySupported } from "@porchlight/client/auth";
import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { errorText, fieldErrorOf } from "../ui/errors/error-text.ts";
import { TextField } from "../ui/fields.tsx";
import { PasswordField } from "./password-field.tsx";

/** What a person enters for a new account. */
export interface AccountDetails {
  email: string;
  firstName: string;
  lastName: string;
}

type SignedIn = { sessionToken?: string | null | undefined };

/** Props of {@link AccountForm}. */
export interface AccountFormProps {
  title: string;
  lead: string;
  /** Details to start with; with an email, it cannot be changed. */
  initial?: Partial<AccountDetails>;
  createWithPassword(details: AccountDetails, password: string): Promise<SignedIn>;
  createWithPasskey(details: AccountDetails): Promise<SignedIn>;
}

/** Creates an account with a password or a passkey, signs in, and offers a second factor. */
export function AccountForm({ title, lead, initial = {}, createWithPassword, createWithPasskey }: AccountFormProps) {
  const { auth } = useConsole().clients.account;
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState(initial.email ?? "");
  const [password, setPassword] = useState("");
  const create = useMutation({
    mutationFn: async (kind: "password" | "passkey") => {
      const data = new FormData(form.current!);
      const typed = (name: string) => String(data.get(name) ?? "");
      const details = { email, firstName: typed("firstName"), lastName: typed("lastName") };
      const { sessionToken } = await (kind === "passkey"
        ? createWithPasskey(details)
        : createWithPassword(details, password));
      if (sessionToken) await auth.completeLogin(sessionToken);
      await navigate(sessionToken ? "/welcome" : "/sign-in", { replace: true });
    },
  });
  const emailError = fieldErrorOf(create.error, "email");
  const passwordError = create.variables === "password" ? fieldErrorOf(create.error, "password") : undefined;
  return (
    <form
      ref={form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        create.mutate("password");
      }}
      noValidate
      className="grid gap-5 rounded-xl border border-line bg-surface p-6 sm:p-8"
    >
      <div className="grid gap-2">
        <h1 className="text-2xl leading-8 font-semibold">{title}</h1>
        <p className="text-muted">{lead}</p>
      </div>
      {create.isError && !emailError && !passwordError && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger">
          {passkeyErrorText(create.error) ?? errorText(create.error)}
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={text("First name (optional)")}
          name="firstName"
          autoComplete="given-name"
          defaultValue={initial.firstName ?? ""}
        />
        <TextField
          label={text("Last name (optional)")}
          name="lastName"
          autoComplete="family-name"
          defaultValue={initial.lastName ?? ""}
        />
      </div>
      <TextField
        label={text("Email")}
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={setEmail}
        isReadOnly={initial.email !== undefined}
        error={emailError}
      />
      <PasswordField email={email} value={password} onChange={setPassword} error={passwordError} />
      <Button kind="primary" type="submit" isPending={create.isPending}>
        {create.isPending ? text("Creating the account…") : text("Create account")}
      </Button>
      {isPasskeySupported() && (
        <Button isPending={create.isPending} onPress={() => create.mutate("passkey")}>
          <KeyRound aria-hidden size={16} />
          {text("Use a passkey instead")}
        </Button>
      )}
    </form>
  );
}

function passkeyErrorText(error: unknown): string | undefined {
  if (!isPorchlightError(error)) return undefined;
  if (error.code === "PASSKEY_CANCELLED")
    return text("No passkey was created. Try again, or choose a password instead.");
  if (error.code?.startsWith("PASSKEY_"))
    return text("A passkey cannot be created here. Choose a password instead; you can add a passkey later.");
  return undefined;
}
