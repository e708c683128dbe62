import type { Appearance } from "../../../ui/appearance.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import type { AuthTexts } from "../../form/auth-screen.tsx";
import type { TotpEnrollment } from "../../member-client.ts";
import { CodeForm } from "../code-form.tsx";

interface AppFormProps {
  app: TotpEnrollment;
  text: AuthTexts;
  appearance: Appearance | undefined;
  confirm(code: string): Promise<unknown>;
  onDone(): void;
  onCancel(): void;
}

/** The key for an authenticator app, and the first code. A wrong code retains the key. */
export function TotpEnrollmentForm({ app, text, appearance, ...form }: AppFormProps) {
  return (
    <>
      <p className="site-only-touch">
        <a className="site-button" href={app.uri}>
          {text("security.app.open")}
        </a>
      </p>
      <p>{text("security.app.scan")}</p>
      <img className="site-qr-code" src={app.qrCode} alt={text("security.app.qrCode")} width={200} height={200} />
      <p className="site-key-label">{text("security.app.key")}</p>
      <p className="site-key">
        <code>{app.secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <CopyButton value={app.secret} label={text("security.app.copy")} copiedLabel={text("security.app.copied")} />
      <CodeForm
        {...{ text, appearance, ...form }}
        label={text("security.app.code")}
        hint={text("secondStep.TOTP.hint")}
      />
    </>
  );
}
