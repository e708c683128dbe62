import type { ChallengeFactorType } from "@porchlight/client";
import secondStep from "@porchlight/contract/texts/en/secondStep.json" with { type: "json" };
import sent from "@porchlight/contract/texts/en/secondStep-sent.json" with { type: "json" };
import setUp from "@porchlight/contract/texts/en/security-setUp.json" with { type: "json" };
import { useEffect, useRef, useState } from "react";
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import type { AuthTextKey } from "../../auth/form/form-error.ts";
import type { TotpEnrollment } from "../../auth/member-client.ts";
import { FactorNameForm, validateDeviceName, validateFactorName } from "../../auth/mfa/factor-name-form.tsx";
import type { PhoneMethod } from "../../auth/mfa/factor-screens.ts";
import { PhoneEnrollmentForm } from "../../auth/mfa/factors/phone-enrollment.tsx";
import { TotpEnrollmentForm } from "../../auth/mfa/factors/totp.tsx";
import { PushApproval } from "../../auth/mfa/push-approval.tsx";
import { SentCodeForm } from "../../auth/mfa/sent-code-form.tsx";
import { type Messages, useTexts } from "../../texts/use-texts.ts";
import type { Appearance } from "../../ui/appearance.ts";
import type { AccountSectionProps } from "../account-section.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { enrollmentTextParts, securityTexts } from "./security-texts.ts";
import type { ActivationResult, MfaFactorList, NewChallengeFactor, StartedEnrollment } from "./use-mfa-factors.ts";

const english: Partial<Record<AuthTextKey, string>> = { ...securityTexts, ...secondStep, ...sent, ...setUp };

/** Texts of the security settings and of enrollment. */
function useEnrollmentTexts(messages: Messages | undefined): AuthTexts {
  return useTexts(english, messages);
}

/** Where enrollment starts. */
export type EnrollmentStart =
  | { type: "TOTP"; factorId: string; app: TotpEnrollment }
  | { type: "WEBAUTHN" }
  /** Without `started`, the phone or device is requested first. */
  | { type: Exclude<ChallengeFactorType, "EMAIL">; started?: StartedEnrollment }
  | { type: "EMAIL"; started: StartedEnrollment }
  /** New recovery codes to save. */
  | { type: "codes"; codes: readonly string[] };

export interface FactorEnrollmentProps extends Pick<AccountSectionProps, "appearance" | "messages"> {
  start: EnrollmentStart;
  list: Pick<MfaFactorList, "activate" | "addChallengeFactor" | "continueActivation" | "addPasskey">;
  /** Runs an operation that may require reauthentication. */
  run<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  /** Announces the result. */
  announce(message: string): void;
  onClose(): void;
}

/** Enrolls a factor, and shows the recovery codes that come with the first one. Loaded on demand. */
export function FactorEnrollment({ start, list, run, announce, onClose, appearance, messages }: FactorEnrollmentProps) {
  const text = useEnrollmentTexts(messages);
  const heading = useRef<HTMLHeadingElement>(null);
  const [started, setStarted] = useState("started" in start ? start.started : undefined);
  const [codes, setCodes] = useState(start.type === "codes" ? start.codes : undefined);
  const made = useRef<readonly string[] | undefined>(undefined);
  useEffect(() => heading.current?.focus(), []);
  if (codes || start.type === "codes") {
    return <RecoveryCodes {...{ text, appearance }} codes={codes ?? []} onDone={onClose} />;
  }
  const done = (key: AuthTextKey) => () => {
    announce(text(key));
    if (made.current) setCodes(made.current);
    else onClose();
  };
  const form = { text, appearance, onCancel: onClose };
  async function goOn(factorId: string, code?: string) {
    const answer = await list.continueActivation(factorId, code);
    made.current = answer.recoveryCodes;
    return answer;
  }
  return (
    <div className="site-block-form">
      <h3 ref={heading} tabIndex={-1} className="site-part-title">
        {text(`security.${enrollmentTextParts[start.type]}.add`)}
      </h3>
      {start.type === "TOTP" ? (
        <TotpEnrollmentForm
          {...form}
          app={start.app}
          confirm={async (code) => {
            made.current = await list.activate(start.factorId, code);
          }}
          onDone={done("security.app.done")}
        />
      ) : start.type === "WEBAUTHN" ? (
        <>
          <p>{text("security.passkey.lead")}</p>
          <FactorNameForm
            {...form}
            field={{
              label: "security.passkey.name",
              hint: "security.passkey.nameHint",
              isOptional: true,
            }}
            check={validateFactorName}
            submit="security.passkey.create"
            submitting="security.passkey.creating"
            send={async (name) => {
              made.current = await run(() => list.addPasskey(name));
            }}
            onDone={done("security.passkey.done")}
          />
        </>
      ) : started ? (
        <SentForm {...form} setUp={started} goOn={goOn} onDone={done(`security.${started.type}.done`)} />
      ) : (
        start.type !== "EMAIL" && (
          <NameForm
            {...form}
            type={start.type}
            send={async (step) => setStarted(await run(() => list.addChallengeFactor(step)))}
            onDone={() => heading.current?.focus()}
          />
        )
      )}
    </div>
  );
}

interface FormProps {
  text: AuthTexts;
  appearance: Appearance | undefined;
  onDone(): void;
  onCancel(): void;
}

/** The phone number or device name. */
function NameForm({
  type,
  send,
  ...form
}: FormProps & { type: Exclude<ChallengeFactorType, "EMAIL">; send(step: NewChallengeFactor): Promise<unknown> }) {
  return (
    <>
      <p>{form.text(`security.${type}.lead`)}</p>
      {type === "PUSH" ? (
        <FactorNameForm
          {...form}
          field={{ label: "security.PUSH.device", hint: "security.PUSH.deviceHint" }}
          check={validateDeviceName}
          submit="security.PUSH.submit"
          submitting="secondStep.code.sending"
          send={(name) => send({ type, name })}
        />
      ) : (
        <PhoneEnrollmentForm
          {...form}
          send={(phoneNumber) => send({ type: type satisfies PhoneMethod, phoneNumber })}
        />
      )}
    </>
  );
}

/** Confirms the code or push. */
function SentForm({
  setUp,
  goOn,
  ...form
}: FormProps & { setUp: StartedEnrollment; goOn(factorId: string, code?: string): Promise<ActivationResult> }) {
  const { type, factorId, pushNumber, at } = setUp;
  if (type !== "PUSH") {
    return (
      <SentCodeForm
        {...form}
        {...{ type, at }}
        hint={setUp.hint}
        confirm={(code) => goOn(factorId, code)}
        send={() => goOn(factorId)}
      />
    );
  }
  return (
    <PushApproval
      {...form}
      sent={at === undefined ? undefined : { number: pushNumber, at }}
      sendOrPoll={async () => {
        const answer = await goOn(factorId);
        return answer.isEnabled || answer.pushNumber;
      }}
    />
  );
}
