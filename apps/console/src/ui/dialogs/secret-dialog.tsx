import { type ReactNode, useState } from "react";
import { useBeforeUnload } from "react-router";
import { text } from "../../texts/text.ts";
import { Button } from "../button.tsx";
import { CopyText } from "../copy-text.tsx";
import { Dialog } from "../dialog.tsx";

/** Props of {@link SecretDialog}. */
interface SecretDialogProps {
  title: string;
  /** Open while it is set. */
  secret: string | undefined;
  onClose(): void;
  children?: ReactNode;
}

/** Shows a secret once, after it was created. Asks before it is closed without having been copied. */
export const SecretDialog = ({ secret, ...props }: SecretDialogProps) =>
  secret === undefined ? null : <OpenSecretDialog key={secret} secret={secret} {...props} />;

function OpenSecretDialog({ title, secret, onClose, children }: SecretDialogProps & { secret: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const [isWarned, setIsWarned] = useState(false);
  useBeforeUnload((event) => !isCopied && event.preventDefault());
  return (
    <Dialog title={title} isOpen onClose={() => (isCopied ? onClose() : setIsWarned(true))}>
      <p>{text("Copy this now. You will not see it again.")}</p>
      <CopyText label={text("Copy")} value={secret} autoFocus onCopy={() => setIsCopied(true)} />
      {children}
      {isWarned && !isCopied && (
        <p role="alert" className="rounded-md bg-warning-soft p-3 text-warning">
          {text("You have not copied it yet. If you close this, you have to create another one.")}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {isWarned && !isCopied && <Button onPress={onClose}>{text("Close without copying")}</Button>}
        <Button kind="primary" onPress={onClose}>
          {text("I have copied it")}
        </Button>
      </div>
    </Dialog>
  );
}
