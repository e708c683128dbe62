import { useEffect, useRef, useState } from "react";
import type { AuthTexts } from "../../auth/form/auth-screen.tsx";
import { useSite } from "../../provider.tsx";
import { type Appearance, part } from "../../ui/appearance.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { CheckboxField } from "../../ui/fields/checkbox-field.tsx";
import { useUnsavedWarning } from "../../ui/use-unsaved-warning.ts";

interface RecoveryCodesProps {
  codes: readonly string[];
  text: AuthTexts;
  appearance: Appearance | undefined;
  onDone(): void;
}

/** New recovery codes, shown once; leaving requires a confirmation that they are saved. */
export function RecoveryCodes({ codes, text, appearance, onDone }: RecoveryCodesProps) {
  const { siteName } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  const saved = useRef<HTMLInputElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  useUnsavedWarning(true);
  const fileName = text("security.codes.file", { site: siteName ?? window.location.host });
  const whole = `${fileName}\n\n${codes.map((code, index) => `${index + 1}. ${code}`).join("\n")}\n`;

  function download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([whole], { type: "text/plain" }));
    link.download = `${fileName}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  }
  return (
    <div className="site-block-form site-to-print">
      <h3 ref={heading} tabIndex={-1} className="site-part-title">
        {text("security.codes.title")}
      </h3>
      <p>{text("security.codes.lead")}</p>
      <ol {...part("recoveryCodes", "site-recovery-codes", appearance)}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="site-block-actions">
        <CopyButton value={whole} label={text("security.codes.copy")} copiedLabel={text("security.app.copied")} />
        <Button onClick={download}>{text("security.codes.download")}</Button>
        <Button onClick={() => window.print()}>{text("security.codes.print")}</Button>
      </div>
      {isMissing && (
        <Notice kind="danger" role="alert" appearance={appearance}>
          {text("security.codes.notSaved")}
        </Notice>
      )}
      <CheckboxField name="saved" inputRef={saved} label={text("security.codes.saved")} />
      <Button
        variant="primary"
        isWide
        onClick={() => {
          if (saved.current?.checked) onDone();
          else {
            setIsMissing(true);
            saved.current?.focus();
          }
        }}
      >
        {text("security.codes.finish")}
      </Button>
    </div>
  );
}
