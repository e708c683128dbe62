import auth from "@porchlight/contract/texts/en/auth.json" with { type: "json" };
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import secondStep from "@porchlight/contract/texts/en/secondStep.json" with { type: "json" };
import { type ComponentType, useEffect, useState } from "react";
import { usePorchlight } from "../../provider.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { Anchor } from "../../ui/anchor.tsx";
import { part } from "../../ui/appearance.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { serviceUnreachable } from "../form/auth-errors.ts";
import type { PendingMfa } from "../form/auth-flow.ts";
import { AuthCard, type AuthScreenProps, type AuthTexts, ErrorNotice } from "../form/auth-screen.tsx";
import type { AuthTextKey } from "../form/form-error.ts";
import type { MethodScreenProps } from "./challenge-form.tsx";
import { factorScreens, type Method, methods, type PhoneMethod } from "./factor-screens.ts";
import { signInExpired, useMfaVerification } from "./use-mfa-verification.ts";

/** Props of {@link MfaChallenge}. */
export interface MfaChallengeProps extends AuthScreenProps {
  /** URL of the sign-in page, for the link back. */
  signInHref?: string | undefined;
  /** The same as a callback. */
  onStartOver?: (() => void) | undefined;
}

const english: Partial<Record<AuthTextKey, string>> = { ...auth, ...common, ...secondStep };

const reasonKey = (awaited: PendingMfa | undefined): AuthTextKey =>
  awaited?.reason === "HIGH_RISK_LOGIN" ? "secondStep.reason.risk" : "secondStep.reason.settings";

function isPhone(method: Method): method is PhoneMethod {
  const screen = factorScreens[method];
  return "sentTo" in screen && screen.sentTo === "phone";
}

/** MFA during sign-in, with the best of the member's factors first and links to the others. */
export function MfaChallenge(props: MfaChallengeProps) {
  const { headingLevel = 1, appearance, messages } = props;
  const text: AuthTexts = useTexts(english, messages);
  const step = useMfaVerification({ redirectTo: props.redirectTo, onDone: props.onDone, onState: props.onState });
  const asking = useMfaVerification();
  const { challenge: awaited, error } = step;
  const { passkeys } = usePorchlight().client;
  const available = methods.filter(
    (method) => (method !== "WEBAUTHN" || passkeys) && awaited?.factors.some(({ factorType }) => factorType === method),
  );
  // After a reload, continue with the factor that was sent.
  const [chosen, setChosen] = useState(() => methods.find((method) => method === awaited?.sent?.factorType));
  const method = chosen && available.includes(chosen) ? chosen : available[0];
  const isIn = step.state === "SUCCESS";
  const form = useMethodScreen(method);

  if (!isIn && (!awaited || !method || error?.key === signInExpired.key)) {
    return (
      <AuthCard screen="secondStep" title={text("secondStep.challenge.title")} {...{ headingLevel, appearance }}>
        <Notice kind="info" role="alert" appearance={appearance}>
          {text("secondStep.challenge.startAgain")}
        </Notice>
        <BackToSignIn {...props} text={text} isMain />
      </AuthCard>
    );
  }
  const others = available.filter((other) => other !== method);
  function choose(other: Method) {
    step.reset();
    asking.reset();
    setChosen(other);
  }
  const alternatives = (
    <>
      <OtherMethods {...{ text, appearance }} methods={others} helpHref={props.helpHref} onChoose={choose} />
      <BackToSignIn {...props} text={text} />
    </>
  );
  if (form?.Screen && method) {
    return (
      // Another factor remounts the form and clears its input.
      <form.Screen
        key={method}
        {...props}
        {...{ text, step, asking, method, others }}
        screen={factorScreens[method]}
        otherPhones={others.filter(isPhone)}
        why={text(reasonKey(awaited))}
        onChoose={choose}
      >
        {alternatives}
      </form.Screen>
    );
  }
  return (
    <AuthCard screen="secondStep" title={text("secondStep.challenge.title")} {...{ headingLevel, appearance }}>
      {form ? (
        <>
          <ErrorNotice {...{ text, appearance }} links={{}} failure={serviceUnreachable} />
          {alternatives}
        </>
      ) : (
        <Skeleton label={text("secondStep.challenge.loading")} lines={3} />
      )}
    </AuthCard>
  );
}

/** The form of a factor once loaded; without a component if loading failed. */
function useMethodScreen(method: Method | undefined): { Screen?: ComponentType<MethodScreenProps> } | undefined {
  const [loaded, setLoaded] = useState<{ method: Method; Screen?: ComponentType<MethodScreenProps> }>();
  useEffect(() => {
    if (!method) return;
    loadMethod(method).then(
      (Screen) => setLoaded({ method, Screen }),
      () => setLoaded({ method }),
    );
  }, [method]);
  return loaded?.method === method ? loaded : undefined;
}

interface OtherMethodsProps {
  text: AuthTexts;
  methods: readonly Method[];
  helpHref: string | undefined;
  onChoose(method: Method): void;
  appearance: AuthScreenProps["appearance"];
}

function OtherMethods({ text, methods: others, helpHref, onChoose, appearance }: OtherMethodsProps) {
  return (
    <details {...part("methods", "site-methods", appearance)}>
      <summary>{text("secondStep.challenge.other")}</summary>
      <ul>
        {others.map((method) => (
          <li key={method}>
            <Button isWide onClick={() => onChoose(method)}>
              {text(`secondStep.${factorScreens[method].text}.name`)}
            </Button>
          </li>
        ))}
      </ul>
      <p>
        {text.rich("secondStep.challenge.help", {
          help: (inside) => (helpHref ? <Anchor href={helpHref}>{inside}</Anchor> : inside),
        })}
      </p>
    </details>
  );
}

function BackToSignIn({
  text,
  signInHref,
  onStartOver,
  isMain = false,
}: Pick<MfaChallengeProps, "signInHref" | "onStartOver"> & { text: AuthTexts; isMain?: boolean }) {
  const label = text("secondStep.challenge.back");
  if (onStartOver) {
    return (
      <Button
        variant={isMain ? "primary" : "quiet"}
        className={isMain ? undefined : "site-inline-button"}
        isWide={isMain}
        onClick={onStartOver}
      >
        {label}
      </Button>
    );
  }
  return signInHref ? (
    <LinkButton
      variant={isMain ? "primary" : "quiet"}
      className={isMain ? undefined : "site-inline-button"}
      href={signInHref}
    >
      {label}
    </LinkButton>
  ) : null;
}

/** Loads the form of a method on demand: members rarely need more than one. */
async function loadMethod(method: Method): Promise<ComponentType<MethodScreenProps>> {
  switch (factorScreens[method].form) {
    case "passkey":
      return (await import("./factors/passkey.tsx")).MfaPasskey;
    case "push":
      return (await import("./factors/push.tsx")).MfaPush;
    case "sentCode":
      return (await import("./factors/sent-code.tsx")).MfaSentCode;
    case "code":
      return (await import("./code-challenge.tsx")).MfaCode;
  }
}
