import auth from "@porchlight/contract/texts/en/auth.json" with { type: "json" };
import common from "@porchlight/contract/texts/en/common.json" with { type: "json" };
import { createElement, type ReactNode, type Ref, useEffect, useRef } from "react";
import { useSite } from "../../provider.tsx";
import { type Messages, type Texts, useTexts } from "../../texts/use-texts.ts";
import { Anchor } from "../../ui/anchor.tsx";
import { type Appearance, part } from "../../ui/appearance.ts";
import { Button, SubmitButton } from "../../ui/button.tsx";
import { useLasting, useSecondsLeft } from "../../ui/delay.ts";
import { ErrorSummary } from "../../ui/feedback/error-summary.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { waitText } from "../../ui/feedback/wait-text.ts";
import type { AuthFormOptions, AuthFormSnapshot } from "./auth-form-store.ts";
import type { AuthError, AuthFieldName, AuthTextKey, FormError } from "./form-error.ts";
import type { FormErrorState } from "./form-error-state.ts";

/** Props of every authentication screen. */
export interface AuthScreenProps extends AuthFormOptions {
  /** Custom texts for this screen. */
  messages?: Messages | undefined;
  /**
   * Custom class names for its parts: card, title, form, field, label, hint, input, fieldError, submit, links, notice,
   * …
   */
  appearance?: Appearance | undefined;
  /** Heading level of the title. Default: 1. */
  headingLevel?: 1 | 2 | 3 | undefined;
  /** Target of the form before scripts are loaded. It is always a POST, so that no input ends up in a URL. */
  action?: string | undefined;
  /** Where to contact the site owner; the link is shown only if set. */
  helpHref?: string | undefined;
}

export const authMessages: Partial<Record<AuthTextKey, string>> = { ...auth, ...common };
/** Texts of the authentication screens; those about passwords and the account only if the screen includes them. */
export type AuthTexts = Texts<AuthTextKey>;

export function useAuthTexts(messages: Messages | undefined): AuthTexts {
  return useTexts(authMessages, messages);
}

/** URLs for links in error texts; without one the text has no link. */
export interface AuthLinks {
  signInHref?: string | undefined;
  forgotPasswordHref?: string | undefined;
}

const withoutReset: Partial<Record<AuthTextKey, AuthTextKey>> = {
  "auth.error.credentials": "auth.error.credentialsNoReset",
  "auth.error.emailExists": "auth.error.emailExistsNoReset",
  "auth.error.resetNeeded": "auth.error.resetNeededNoLink",
};

/** The text of an error. `linkToField` wraps the part that refers to the field. */
export function formErrorText(
  text: AuthTexts,
  issue: FormError,
  links: AuthLinks,
  linkToField: (inside: ReactNode) => ReactNode = (inside) => inside,
): ReactNode {
  if (issue.description) return linkToField(issue.description);
  const { signInHref, forgotPasswordHref } = links;
  let key = forgotPasswordHref ? issue.key : (withoutReset[issue.key] ?? issue.key);
  if (issue.field && key.startsWith("auth.error.emailExists") && !signInHref) key = "auth.error.emailExistsNoLinks";
  const hasFieldTag = authMessages[key]?.includes("<field>");
  const words = text.rich(key, {
    ...issue.values,
    field: linkToField,
    reset: (inside) => <Anchor href={forgotPasswordHref ?? ""}>{inside}</Anchor>,
    signIn: (inside) => <Anchor href={signInHref ?? ""}>{inside}</Anchor>,
  });
  return hasFieldTag ? words : linkToField(words);
}

export interface AuthCardProps {
  screen: string;
  title: ReactNode;
  headingLevel: 1 | 2 | 3;
  appearance: Appearance | undefined;
  /** Summary or notice above the title. */
  problem?: ReactNode;
  titleRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** The card of an authentication screen: error, title and content. */
export function AuthCard({ screen, title, headingLevel, appearance, problem, titleRef, children }: AuthCardProps) {
  return (
    <div {...part("card", "site-auth", appearance)} data-screen={screen}>
      {problem}
      {createElement(
        `h${headingLevel}`,
        { ref: titleRef, tabIndex: -1, ...part("title", "site-auth-title", appearance) },
        title,
      )}
      {children}
    </div>
  );
}

interface ProblemProps {
  text: AuthTexts;
  issues: FormErrorState;
  failure: AuthError | null;
  links: AuthLinks;
  fieldId(name: AuthFieldName): string;
  /** Resets the form. */
  onRetry?: (() => void) | undefined;
  appearance: Appearance | undefined;
}

/** The error summary, or a notice if no input caused the error. */
export function FormErrors({ text, issues, failure, links, fieldId, onRetry, appearance }: ProblemProps) {
  if (issues.summary.length > 0) {
    return (
      <ErrorSummary
        heading={text("common.error.heading")}
        failures={issues.failures}
        appearance={appearance}
        entries={issues.summary.map((issue) => ({
          key: `${issue.field} ${issue.key}`,
          fieldId: issue.field && fieldId(issue.field),
          text: (link: (inside: ReactNode) => ReactNode) => formErrorText(text, issue, links, link),
        }))}
      />
    );
  }
  if (failure?.display !== "notice") return null;
  return <ErrorNotice {...{ text, failure, links, onRetry, appearance }} />;
}

type FailureNoticeProps = Pick<ProblemProps, "text" | "links" | "onRetry" | "appearance"> & { failure: AuthError };

/** An error that no input caused. Takes focus so that it is seen and announced. */
export function ErrorNotice({ text, failure, links, onRetry, appearance }: FailureNoticeProps) {
  const ref = useRef<HTMLDivElement>(null);
  const secondsLeft = useSecondsLeft(failure.retryAt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses again on every new failure
  useEffect(() => ref.current?.focus(), [failure]);
  const isOver = failure.retryAt !== undefined && secondsLeft === 0;
  const kind = isOver ? "info" : failure.retryAt ? "warning" : "danger";
  return (
    <Notice ref={ref} kind={kind} role="alert" appearance={appearance}>
      {isOver ? (
        // Stays mounted to retain focus.
        `${text("common.action.retry")}.`
      ) : failure.retryAt ? (
        <span aria-live="off">{waitText(text, secondsLeft)}</span>
      ) : (
        <>
          {formErrorText(text, failure, links)}
          {failure.key === "auth.error.unfinished" && (
            <>
              {" "}
              <Retry text={text} onRetry={onRetry} />
            </>
          )}
        </>
      )}
      {failure.requestId && (
        <p className="site-request-id">
          {text.rich("common.error.requestId", {
            requestId: failure.requestId,
            id: (inside) => <code key="id">{inside}</code>,
          })}
        </p>
      )}
    </Notice>
  );
}

function Retry({ text, onRetry }: Pick<ProblemProps, "text" | "onRetry">) {
  if (!onRetry) return `${text("common.action.retry")}.`;
  return (
    <Button variant="quiet" className="site-inline-button" onClick={onRetry}>
      {text("common.action.retry")}
    </Button>
  );
}

interface SubmitAreaProps {
  text: AuthTexts;
  label: string;
  pendingLabel: string;
  /** Text on completion. Default: "Signed in". */
  doneLabel?: string;
  attempt: Pick<AuthFormSnapshot, "state" | "isPending" | "error" | "isMovingToHosted">;
  /** Whether the page navigates on completion. */
  isLeaving: boolean;
  appearance: Appearance | undefined;
}

/** The submit button with a status line that appears if the request takes long. */
export function SubmitArea(props: SubmitAreaProps) {
  const { text, label, pendingLabel, doneLabel, attempt, isLeaving, appearance } = props;
  const { siteName } = useSite();
  const isDone = attempt.state === "SUCCESS" && !attempt.isMovingToHosted;
  const isSlow = useLasting(attempt.isPending && !isDone, 8000);
  const isLeavingSlowly = useLasting(isDone && isLeaving, 2000);
  const mustWait = useSecondsLeft(attempt.error?.retryAt) > 0;
  const state = isDone ? "done" : attempt.isPending ? "pending" : mustWait ? "waiting" : "idle";
  return (
    <div className="site-submit-area">
      <SubmitButton
        label={label}
        pendingLabel={pendingLabel}
        doneLabel={doneLabel ?? text("auth.done.label")}
        state={state}
        appearance={appearance}
      />
      <p {...part("progress", "site-progress", appearance)} role="status">
        {isSlow && text("common.status.slow")}
        {attempt.isMovingToHosted && text("auth.done.hosted")}
        {isLeavingSlowly && (siteName ? text("auth.done.back", { site: siteName }) : text("auth.done.backUnnamed"))}
      </p>
    </div>
  );
}
