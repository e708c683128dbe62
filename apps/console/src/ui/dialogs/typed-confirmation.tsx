import { type ReactNode, useState } from "react";
import { text } from "../../texts/text.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { TextField } from "../fields.tsx";
import { ErrorMessage } from "../section.tsx";

/** Requires a name before an action that cannot be undone. */
export function TypedConfirmation({
  title,
  name,
  isOpen,
  isPending,
  error,
  confirmLabel,
  onClose,
  onConfirm,
  children,
}: {
  title: string;
  /** What to type. */
  name: string;
  isOpen: boolean;
  isPending: boolean;
  error: unknown;
  confirmLabel: string;
  onClose(): void;
  onConfirm(): void;
  children: ReactNode;
}) {
  const [typed, setTyped] = useState("");
  const close = () => {
    setTyped("");
    onClose();
  };
  const isRight = typed.trim() === name;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRight) return;
          setTyped("");
          onConfirm();
        }}
      >
        {error ? <ErrorMessage error={error} /> : null}
        <p>{children}</p>
        <TextField
          label={text("Type {name} to confirm", { name })}
          autoFocus
          autoComplete="off"
          value={typed}
          onChange={setTyped}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onPress={close}>{text("Cancel")}</Button>
          <Button kind="danger" type="submit" isDisabled={!isRight} isPending={isPending}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
