import type { OAuthApp } from "@porchlight/client/site";
import { useState } from "react";
import { text } from "../../texts/text.ts";
import { RadioChoice } from "../../ui/choices.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { fieldErrorOf } from "../../ui/errors/error-text.ts";
import { TextArea, TextField } from "../../ui/fields.tsx";
import { ErrorMessage } from "../../ui/section.tsx";

/** What is entered about an app. */
export type AppInput = Pick<OAuthApp, "name" | "redirectUris" | "origins" | "refreshTokens">;

/** Props of {@link AppDialog}. */
export interface AppDialogProps {
  /** Default: a new one. */
  app: OAuthApp | undefined;
  isOpen: boolean;
  isPending: boolean;
  error: unknown;
  onClose(): void;
  onSave(input: AppInput): void;
}

const linesOf = (entered: string) =>
  entered
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Registers or changes an app. */
export function AppDialog({ app, isOpen, isPending, error, onClose, onSave }: AppDialogProps) {
  const [name, setName] = useState(app?.name ?? "");
  const [redirectUris, setRedirectUris] = useState(app?.redirectUris.join("\n") ?? "");
  const [origins, setOrigins] = useState(app?.origins.join("\n") ?? "");
  const [refreshTokens, setRefreshTokens] = useState<AppInput["refreshTokens"]>(app?.refreshTokens ?? "rotate");
  const [problem, setProblem] = useState<string>();
  const errors = {
    name: fieldErrorOf(error, "name") && text("Enter a name of 1 to 100 characters."),
    redirectUris: problem ?? (fieldErrorOf(error, "redirectUris") && redirectHelp),
    origins:
      fieldErrorOf(error, "origins") && text("Enter only https, the host and the port, such as https://shop.example."),
  };
  const hasFieldError = Object.values(errors).some(Boolean);
  function submit() {
    const found = findProblem(linesOf(redirectUris));
    setProblem(found);
    if (!found) onSave({ name, redirectUris: linesOf(redirectUris), origins: linesOf(origins), refreshTokens });
  }
  return (
    <FormDialog
      title={app ? text("Edit app") : text("Register an app")}
      isOpen={isOpen}
      onClose={onClose}
      submitLabel={app ? text("Save") : text("Register app")}
      isPending={isPending}
      problem={error && !hasFieldError ? <ErrorMessage error={error} /> : null}
      onSubmit={submit}
    >
      <TextField
        label={text("Name")}
        hint={text("People see it when they sign in.")}
        autoFocus
        autoComplete="off"
        value={name}
        onChange={setName}
        error={errors.name}
      />
      <TextArea
        label={text("Redirect URIs")}
        hint={text("Where a sign-in may return to, one per line. They are compared character by character.")}
        value={redirectUris}
        onChange={(entered) => {
          setRedirectUris(entered);
          setProblem(undefined);
        }}
        error={errors.redirectUris}
      />
      <TextArea
        label={text("Other origins (optional)")}
        hint={text("Sites that may call the API or show the sign-in pages in a frame, one per line.")}
        value={origins}
        onChange={setOrigins}
        error={errors.origins}
      />
      <RadioChoice<AppInput["refreshTokens"]>
        label={text("Refresh tokens")}
        options={[
          {
            id: "rotate",
            label: text("New each time"),
            hint: text("For the Porchlight client. Detects stolen tokens."),
          },
          {
            id: "stable",
            label: text("Always the same"),
            hint: text("For clients that do not replace a stored token."),
          },
        ]}
        value={refreshTokens}
        onChange={setRefreshTokens}
      />
    </FormDialog>
  );
}

const redirectHelp = text("Enter full addresses, such as https://site.example/callback.");

function findProblem(uris: readonly string[]): string | undefined {
  for (const uri of uris) {
    if (uri.includes("*")) return text("Redirect URIs cannot contain wildcards.");
    const url = URL.parse(uri);
    if (!url) return redirectHelp;
    if (url.protocol === "http:" && !/^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(url.hostname))
      return text("http works for localhost only. Use https.");
  }
  return undefined;
}
