import { type ComponentType, useEffect, useRef, useState } from "react";
import { asRecord } from "../../auth/form/auth-errors.ts";
import type { AuthError } from "../../auth/form/form-error.ts";
import { MfaSettingsError, toMfaSettingsError } from "../../auth/mfa/mfa-settings-error.tsx";
import { useSession } from "../../auth/session/use-session.ts";
import { part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import type { ConfirmDialogProps } from "../../ui/confirm-dialog.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { fetchPart } from "../../ui/fetch-part.ts";
import { AccountSection, type AccountSectionProps } from "../account-section.tsx";
import type { EnrollmentStart, FactorEnrollmentProps } from "./factor-enrollment.tsx";
import { factorName, MfaFactorItem, type Step } from "./mfa-factor-item.tsx";
import { ReauthenticationPrompt, useReauthentication } from "./reauthentication.tsx";
import type { RenameFactorProps } from "./rename-factor.tsx";
import { type EnrollableType, enrollmentTextParts, isEnrollable, useSecurityTexts } from "./security-texts.ts";
import { type MfaFactorsData, useMfaFactors } from "./use-mfa-factors.ts";

/** Props of {@link MfaSettings}. */
export interface MfaSettingsProps extends AccountSectionProps {
  /** Data loaded by the server, so that nothing is requested. Read on mount. */
  initial?: MfaFactorsData | undefined;
  /** Called after a change. */
  onChange?: (() => void) | undefined;
  /** Called when the list was loaded. */
  onLoad?: ((read: { hasPassword: boolean }) => void) | undefined;
}

/** Minimum number of recovery codes before new ones are suggested. */
const fewCodes = 3;

const buttons = Object.keys(enrollmentTextParts) as EnrollableType[];

const isUnfinished = (status: string) => status === "REQUIRE_ACTIVATION";

/** The member's MFA factors and recovery codes. */
export function MfaSettings({ initial, onChange, onLoad: onRead, ...props }: MfaSettingsProps) {
  const { appearance, headingLevel, messages } = props;
  const text = useSecurityTexts(messages);
  const list = useMfaFactors(initial);
  const proof = useReauthentication();
  const { factors: steps, recoveryCodesLeft, usedRecoveryCodes, hasPassword } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the loaded data, not on the listener
  useEffect(() => {
    if (steps) onRead?.({ hasPassword });
  }, [steps, hasPassword]);
  const canChange = useSession(({ status }) => status === "member");
  const [setUp, setSetUp] = useState<{ start: EnrollmentStart; Form: ComponentType<FactorEnrollmentProps> }>();
  const [renaming, setRenaming] = useState<{ step: Step; Dialog: ComponentType<RenameFactorProps> }>();
  const [asking, setAsking] = useState<{ target: Step | "codes"; Dialog: ComponentType<ConfirmDialogProps> }>();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<AuthError>();
  const [status, setStatus] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);

  async function change(work: () => Promise<void>) {
    setAsking(undefined);
    setFailure(undefined);
    setStatus(undefined);
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      setFailure(toMfaSettingsError(error, Date.now()));
      if (asRecord(error).code === "FACTOR_NOT_FOUND") void list.refresh();
    }
    setIsBusy(false);
  }
  // Loads the form first, so that nothing is started and no code is generated that cannot be shown.
  const open = (start: () => Promise<EnrollmentStart>) =>
    change(async () => {
      const { FactorEnrollment } = await fetchPart(() => import("./factor-enrollment.tsx"));
      const started = await proof.run(start);
      setSetUp({ start: started, Form: FactorEnrollment });
    });
  const enroll = (type: EnrollableType) =>
    open(async () => {
      if (type === "TOTP") return { type, ...(await list.addTotp()) };
      if (type === "EMAIL") return { type, started: await list.addChallengeFactor({ type }) };
      return { type };
    });
  const renewCodes = () => open(async () => ({ type: "codes", codes: await list.renewCodes() }));
  const rename = (step: Step) =>
    change(async () => {
      const { RenameFactor } = await fetchPart(() => import("./rename-factor.tsx"));
      setRenaming({ step, Dialog: RenameFactor });
    });
  const openDialog = (target: Step | "codes") =>
    change(async () => {
      const { ConfirmDialog } = await fetchPart(() => import("../../ui/confirm-dialog.tsx"));
      setAsking({ target, Dialog: ConfirmDialog });
    });
  const remove = (step: Step) =>
    change(async () => {
      await proof.run(() => list.remove(step._id ?? ""));
      setStatus(text("security.steps.removed", { name: factorName(text, step) }));
      onChange?.();
      title.current?.focus();
    });

  /** Completes enrollment, or enrolls a broken factor again. */
  function finishOf({ _id, type, status, hint }: Step): (() => void) | undefined {
    if (!isEnrollable(type) || !offers(type)) return undefined;
    if (isUnfinished(status) && type !== "TOTP" && type !== "WEBAUTHN") {
      const started = { type, factorId: _id ?? "", hint, pushNumber: undefined, at: undefined };
      return () => void open(async () => ({ type, started }));
    }
    return isUnfinished(status) || status === "REQUIRE_REENROLL" ? () => void enroll(type) : undefined;
  }

  const active = steps?.filter(({ status }) => status === "ENABLED") ?? [];
  /** Including factors unavailable now, which an email code replaces. */
  const finished = steps?.filter(({ status }) => !isUnfinished(status)) ?? [];
  const offers = (type: string) => list.offered.includes(type) && (type !== "WEBAUTHN" || list.hasPasskeys);
  // One app and one mailbox each; another phone replaces the first.
  const canAdd = (type: string) =>
    offers(type) && !((type === "TOTP" || type === "EMAIL") && active.some((step) => step.type === type));
  function effectOfRemoval(step: Step) {
    if (finished.length > 1 || finished[0]?._id !== step._id) return "security.steps.removeText";
    if (list.isRequired) return "security.steps.removeLastRequired";
    return hasPassword ? "security.steps.removeLastText" : "security.steps.removeLastByMail";
  }
  const isIdle = canChange && !isBusy;
  const { requestId } = asRecord(list.error);
  function action(label: string, work: () => unknown, variant: "primary" | "secondary" = "secondary") {
    return (
      <Button key={label} variant={variant} aria-disabled={isIdle ? undefined : true} onClick={() => isIdle && work()}>
        {label}
      </Button>
    );
  }
  const hasPasskey = active.some(({ type }) => type === "WEBAUTHN");
  function addAction(type: EnrollableType) {
    const key =
      type === "TOTP" && isBusy
        ? "security.app.adding"
        : type === "WEBAUTHN" && hasPasskey
          ? "security.passkey.addAnother"
          : (`security.${enrollmentTextParts[type]}.add` as const);
    return action(text(key), () => enroll(type), type === "WEBAUTHN" && !hasPasskey ? "primary" : undefined);
  }
  const recommended = canAdd("WEBAUTHN");
  const others = buttons.filter((type) => type !== "WEBAUTHN" && canAdd(type)).map(addAction);
  return (
    <AccountSection
      name="secondSteps"
      title={text("security.steps.title")}
      titleRef={title}
      status={status}
      isBusy={list.isPending}
      {...{ appearance, headingLevel }}
    >
      {failure && <MfaSettingsError {...{ text, failure, appearance }} />}
      {setUp ? (
        <setUp.Form
          {...{ list, appearance, messages }}
          start={setUp.start}
          run={proof.run}
          announce={(done) => {
            setStatus(done);
            onChange?.();
          }}
          onClose={() => {
            setSetUp(undefined);
            void list.refresh();
            title.current?.focus();
          }}
        />
      ) : steps ? (
        <>
          <p className="site-block-lead">
            {text(hasPassword ? "security.steps.lead" : "security.steps.leadByMail")}{" "}
            {finished.length === 0 && text(hasPassword ? "security.steps.none" : "security.steps.noneByMail")}
          </p>
          {steps.length > 0 && (
            <ul {...part("sessions", "site-sessions", appearance)}>
              {steps.map((step) => (
                <MfaFactorItem
                  key={step._id ?? step.type}
                  {...{ step, text, appearance }}
                  isDisabled={!isIdle}
                  onRename={step.type === "WEBAUTHN" && step._id !== null ? () => void rename(step) : undefined}
                  onFinish={finishOf(step)}
                  onRemove={step._id === null ? undefined : () => void openDialog(step)}
                />
              ))}
            </ul>
          )}
          {active.length > 0 &&
            (recoveryCodesLeft <= fewCodes ? (
              <Notice kind="warning" appearance={appearance}>
                {text("security.codes.left", { n: recoveryCodesLeft })}
              </Notice>
            ) : (
              <p>{text("security.codes.left", { n: recoveryCodesLeft })}</p>
            ))}
          {usedRecoveryCodes.length > 0 && (
            <p className="site-muted">
              {text("security.codes.used")}
              {usedRecoveryCodes.flatMap((number) => [" ", <s key={number}>{number}</s>])}
            </p>
          )}
          {recommended && !hasPasskey && <p>{text("security.passkey.advice")}</p>}
          <div className="site-block-actions">
            {recommended && addAction("WEBAUTHN")}
            {!recommended && others}
            {active.length > 0 && action(text("security.codes.renew"), () => void openDialog("codes"))}
          </div>
          {recommended && others.length > 0 && (
            <details {...part("moreOptions", "site-more-options", appearance)}>
              <summary>{text("security.steps.moreOptions")}</summary>
              <div className="site-block-actions">{others}</div>
            </details>
          )}
        </>
      ) : list.error ? (
        <ErrorState
          message={text("security.steps.failed")}
          requestId={typeof requestId === "string" ? requestId : undefined}
          isPending={list.isPending}
          onRetry={() => void list.refresh()}
          {...{ appearance, messages }}
        />
      ) : (
        <Skeleton label={text("security.steps.loading")} lines={3} />
      )}
      {asking && (
        <asking.Dialog
          {...(asking.target === "codes"
            ? {
                title: text("security.codes.renewTitle"),
                text: text("security.codes.renewText"),
                confirmLabel: text("security.codes.renew"),
              }
            : {
                title: text("security.steps.removeTitle", { name: factorName(text, asking.target) }),
                text: text(effectOfRemoval(asking.target)),
                confirmLabel: text("security.steps.removeConfirm"),
              })}
          stayLabel={text("account.action.cancel")}
          onStay={() => setAsking(undefined)}
          onConfirm={() => void (asking.target === "codes" ? renewCodes() : remove(asking.target))}
          appearance={appearance}
        />
      )}
      {renaming && (
        <renaming.Dialog
          {...{ text, appearance }}
          called={factorName(text, renaming.step)}
          name={renaming.step.name ?? ""}
          rename={(name) => list.rename(renaming.step._id ?? "", name)}
          onDone={(isRenamed) => {
            setRenaming(undefined);
            if (isRenamed) setStatus(text("security.steps.renamed"));
          }}
        />
      )}
      <ReauthenticationPrompt {...{ reauthentication: proof, appearance, messages }} />
    </AccountSection>
  );
}
