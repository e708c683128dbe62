import passkeyStep from "@porchlight/contract/texts/en/passkey-step.json" with { type: "json" };
import secondStep from "@porchlight/contract/texts/en/secondStep.json" with { type: "json" };
import sent from "@porchlight/contract/texts/en/secondStep-sent.json" with { type: "json" };
import proof from "@porchlight/contract/texts/en/security-proof.json" with { type: "json" };
import { useState } from "react";
import { asRecord } from "../../auth/form/auth-errors.ts";
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { AuthTextKey } from "../../auth/form/form-error.ts";
import type { ReauthenticationMethod } from "../../auth/member-client.ts";
import { CodeForm } from "../../auth/mfa/code-form.tsx";
import { factorScreens, isSent } from "../../auth/mfa/factor-screens.ts";
import { PushApproval } from "../../auth/mfa/push-approval.tsx";
import { SentCodeForm } from "../../auth/mfa/sent-code-form.tsx";
import { usePorchlight } from "../../provider.tsx";
import { requireModule } from "../../require-module.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { type Appearance, part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { AccountSectionProps } from "../account-section.tsx";
import { PasskeyReauthentication, PasswordReauthentication } from "./password-reauthentication.tsx";
import { securityTexts } from "./security-texts.ts";

const english: Partial<Record<AuthTextKey, string>> = {
  ...securityTexts,
  ...secondStep,
  ...sent,
  ...passkeyStep,
  ...proof,
};

export interface ReauthenticationDialogProps extends Pick<AccountSectionProps, "appearance" | "messages"> {
  /** The error that requires reauthentication; it lists the available methods. */
  error: unknown;
  onDone(isReauthenticated: boolean): void;
}

/**
 * Reauthenticates the member before a change of security settings: with the password or a passkey, or with another
 * factor if the member has neither.
 */
export function ReauthenticationDialog({ error, onDone, appearance, messages }: ReauthenticationDialogProps) {
  const text: AuthTexts = useTexts(english, messages);
  const { passkeys } = usePorchlight().client;
  const canUsePasskeys = passkeys !== undefined && typeof PublicKeyCredential === "function";
  const [methods] = useState(() => availableMethods(error));
  const usable = methods.filter(
    ({ factorType }) =>
      factorType === "PASSWORD" || (factorType in factorScreens && (factorType !== "WEBAUTHN" || canUsePasskeys)),
  );
  const [chosen, setChosen] = useState(usable[0]);
  const others = usable.filter((method) => method !== chosen);
  const title = text("security.proof.title");
  return (
    <Dialog label={title} onClose={() => onDone(false)} appearance={appearance}>
      <h2 className="site-dialog-title" tabIndex={-1}>
        {title}
      </h2>
      {chosen ? (
        <MethodForm
          key={chosen.factorType}
          {...{ text, appearance }}
          method={chosen}
          onDone={() => onDone(true)}
          onCancel={() => onDone(false)}
        />
      ) : (
        <>
          <p className="site-dialog-text">{text("security.proof.none")}</p>
          <Button isWide onClick={() => onDone(false)}>
            {text("account.action.cancel")}
          </Button>
        </>
      )}
      {others.length > 0 && (
        <details key={`not ${chosen?.factorType}`} {...part("methods", "site-methods", appearance)}>
          <summary>{text("secondStep.challenge.other")}</summary>
          <ul>
            {others.map((method) => (
              <li key={method.factorType}>
                <Button isWide onClick={() => setChosen(method)}>
                  {text(
                    method.factorType === "PASSWORD"
                      ? "security.proof.passwordName"
                      : `secondStep.${factorScreens[method.factorType].text}.name`,
                  )}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Dialog>
  );
}

/** The available methods, preferred first. Older servers do not list them and require the password. */
function availableMethods(error: unknown): readonly ReauthenticationMethod[] {
  const { ways } = asRecord(asRecord(asRecord(asRecord(error).details).applicationError).data);
  return Array.isArray(ways) ? ways : [{ factorType: "PASSWORD" }];
}

interface MethodFormProps {
  method: ReauthenticationMethod;
  text: AuthTexts;
  appearance: Appearance | undefined;
  onDone(): void;
  onCancel(): void;
}

function MethodForm({ method: { factorType, hint }, ...form }: MethodFormProps) {
  const { text } = form;
  const calls = requireModule(usePorchlight().client.factors, "factors");
  if (factorType === "PASSWORD") return <PasswordReauthentication {...form} />;
  if (factorType === "WEBAUTHN") return <PasskeyReauthentication {...form} />;
  const lead = <p className="site-dialog-text">{text("security.proof.step")}</p>;
  if (factorType === "PUSH") {
    return (
      <>
        {lead}
        <PushApproval
          {...form}
          sent={undefined}
          sendOrPoll={async () => {
            const { proved, pushNumber } = await calls.reauthenticate({ factorType });
            return proved || pushNumber;
          }}
        />
      </>
    );
  }
  const confirm = (code: string) => calls.reauthenticate({ factorType, code });
  if (!isSent(factorType)) {
    const words = factorScreens[factorType].text;
    return (
      <>
        {lead}
        <p>{text(`secondStep.${words}.lead`)}</p>
        <CodeForm
          {...form}
          label={text("auth.field.code")}
          hint={text(`secondStep.${words}.hint`)}
          isRecoveryCode={factorType === "RECOVERY_CODE"}
          confirm={confirm}
        />
      </>
    );
  }
  return (
    <>
      {lead}
      <SentCodeForm
        {...form}
        type={factorType}
        hint={hint}
        at={undefined}
        send={() => calls.reauthenticate({ factorType })}
        confirm={confirm}
      />
    </>
  );
}
