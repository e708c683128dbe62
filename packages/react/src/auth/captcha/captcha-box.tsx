import texts from "@porchlight/contract/texts/en/captcha.json" with { type: "json" };
import { useEffect, useId, useRef, useState } from "react";
import { usePorchlight } from "../../provider.tsx";
import { useTexts } from "../../texts/use-texts.ts";
import { part } from "../../ui/appearance.ts";
import type { CaptchaChallenge, CaptchaProps } from "./captcha-types.ts";

/** Tokens are valid for five minutes, including the time to submit the form. */
const tokenTtlMs = 285_000;

type BoxState = "idle" | "checking" | "done" | "expired" | "unreachable";

/** A captcha: a status line for a silent one, otherwise the box or the provider's widget. */
export function CaptchaBox({ captcha, messages, appearance }: CaptchaProps) {
  const text = useTexts(texts, messages);
  // Each new challenge remounts the box.
  const [shown, setShown] = useState({ captcha, id: 0 });
  if (shown.captcha !== captcha) setShown({ captcha, id: shown.id + 1 });
  if (captcha?.kind === "visible") return <VisibleCaptcha key={shown.id} {...{ captcha, messages, appearance }} />;
  return (
    <p {...part("captcha", "site-progress", appearance)} data-state="checking" role="status">
      {text("captcha.status.silent")}
    </p>
  );
}

/** The site's own checkbox, or the provider's captcha with the checkbox as a retry. */
function VisibleCaptcha({ captcha, messages, appearance }: CaptchaProps & { captcha: CaptchaChallenge }) {
  const text = useTexts(texts, messages);
  const module = usePorchlight().client.captcha;
  const [state, setState] = useState<BoxState>(captcha.problem ?? "idle");
  const [isForeign, setIsForeign] = useState<boolean>();
  const frame = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const run = useRef<AbortController>(undefined);
  const id = useId();
  const hasFailed = state === "expired" || state === "unreachable";
  const hasBox = isForeign === false || hasFailed;

  async function solve() {
    if (state === "checking" || state === "done" || !module) return;
    run.current = new AbortController();
    const { signal } = run.current;
    setState("checking");
    const container = isForeign && place.current ? { container: place.current } : {};
    const tokens = await module
      .solveCaptcha({ purpose: captcha.purpose, kind: "visible", ...container }, { signal })
      .catch(() => undefined);
    if (signal.aborted) return;
    captcha.setTokens(tokens);
    setState(tokens ? "done" : "unreachable");
  }

  useEffect(() => {
    let isGone = false;
    const update = (foreign: boolean) => {
      if (!isGone) setIsForeign(foreign);
    };
    module?.getCaptcha().then(
      ({ provider }) => update(provider !== "proof-of-work"),
      // If the server is unreachable, the box shows the error when it is checked.
      () => update(false),
    );
    return () => {
      isGone = true;
      run.current?.abort();
    };
  }, [module]);
  useEffect(() => (hasBox ? box : frame).current?.focus(), [hasBox]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a provider's captcha starts itself, once
  useEffect(() => {
    if (isForeign && !hasFailed) void solve();
  }, [isForeign]);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === "checking";
    if (state !== "done") return;
    const timer = setTimeout(() => {
      captcha.setTokens(undefined);
      setState("expired");
    }, tokenTtlMs);
    return () => clearTimeout(timer);
  }, [state, captcha]);

  return (
    <div {...part("captcha", "site-captcha", appearance)} data-state={state} ref={frame} tabIndex={-1}>
      <p className="site-hint" id={`${id}-hint`} role={hasFailed ? "alert" : undefined}>
        {text(hasFailed ? `captcha.error.${state}` : "captcha.box.hint")}
      </p>
      {hasBox && (
        <div className="site-checkbox">
          <input
            type="checkbox"
            id={id}
            ref={box}
            checked={state === "done"}
            aria-describedby={`${id}-hint`}
            onChange={() => void solve()}
          />
          <label htmlFor={id}>{text("captcha.box.label")}</label>
        </div>
      )}
      <div ref={place} />
      <p className="site-progress" role="status">
        {state === "checking" && hasBox && text("captcha.status.checking")}
        {state === "done" && text("captcha.status.done")}
      </p>
    </div>
  );
}
