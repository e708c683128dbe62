import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { useConsole } from "../context.ts";
import { Button } from "../ui/button.tsx";
import { errorText, fieldErrorOf } from "../ui/error-text.ts";
import { TextField } from "../ui/fields.tsx";

/** Removes the token from the address bar, so that it stays out of the history. */
function takeToken(): string {
  const token = location.hash.slice(1) || (history.state as { setupToken?: string } | null)?.setupToken || "";
  history.replaceState({ ...(history.state as object | null), setupToken: token }, "", location.pathname);
  return token;
}

function SetupPage() {
  const { clients, settings } = useConsole();
  const navigate = useNavigate();
  const [token] = useState(takeToken);
  const [error, setError] = useState<unknown>();
  const [isPending, setIsPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "");
    setIsPending(true);
    setError(undefined);
    try {
      const { sessionToken } = await clients.account.staffSetup.setUpOwner({
        token,
        email: text("email"),
        password: text("password"),
        firstName: text("firstName"),
        lastName: text("lastName"),
      });
      if (sessionToken) await clients.account.auth.completeLogin(sessionToken);
      await navigate(sessionToken ? "/" : "/sign-in", { replace: true });
    } catch (thrown) {
      setError(thrown);
    } finally {
      setIsPending(false);
    }
  }

  const emailError = fieldErrorOf(error, "email");
  const passwordError = fieldErrorOf(error, "password");
  return (
    <form
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid gap-5 rounded-xl border border-line bg-surface p-6 sm:p-8"
    >
      <title>Set up – Console</title>
      <div className="grid gap-2">
        <h1 className="text-2xl leading-8 font-semibold">Create the owner account</h1>
        <p className="text-muted">
          With this account you manage {settings.siteName}: content, members, and other people of your team.
        </p>
      </div>
      {error !== undefined && !emailError && !passwordError && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger">
          {errorText(error)}
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="First name (optional)" name="firstName" autoComplete="given-name" />
        <TextField label="Last name (optional)" name="lastName" autoComplete="family-name" />
      </div>
      <TextField label="Email" name="email" type="email" autoComplete="username" error={emailError} />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters. Spaces and any language are fine."
        error={passwordError}
      />
      <Button kind="primary" type="submit" isPending={isPending}>
        {isPending ? "Creating the account…" : "Create account"}
      </Button>
    </form>
  );
}

export { SetupPage as Component };
