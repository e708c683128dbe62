import type { MemberInvitation } from "@porchlight/client/staff";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { fieldErrorOf } from "../ui/errors/error-text.ts";
import { TextField } from "../ui/fields.tsx";
import { ErrorMessage } from "../ui/section.tsx";

/** Props of {@link InviteDialog}. */
export interface InviteDialogProps {
  isOpen: boolean;
  onClose(): void;
  onInvited(email: string): void;
}

/** Invites a member, who sets a password with an emailed link. */
export function InviteDialog({ isOpen, onClose, onInvited }: InviteDialogProps) {
  const { memberAccounts } = useConsole().clients.site;
  const cache = useQueryClient();
  const invite = useMutation({
    mutationFn: (person: MemberInvitation) => memberAccounts.inviteMember(person),
    onSuccess: ({ email }) => {
      onInvited(email);
      onClose();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ["members"] }),
  });
  const emailError = fieldErrorOf(invite.error, "email");
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = (name: string) => String(data.get(name) ?? "");
    invite.mutate({ email: typed("email"), firstName: typed("firstName"), lastName: typed("lastName") });
  }
  const close = () => {
    invite.reset();
    onClose();
  };
  return (
    <Dialog title={text("Invite a member")} isOpen={isOpen} onClose={close}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {invite.isError && !emailError && <ErrorMessage error={invite.error} />}
        <p className="text-muted">{text("The person gets an email with a link to set a password.")}</p>
        <TextField label={text("Email")} name="email" type="email" autoComplete="off" autoFocus error={emailError} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={text("First name (optional)")} name="firstName" autoComplete="off" />
          <TextField label={text("Last name (optional)")} name="lastName" autoComplete="off" />
        </div>
        <div className="flex justify-end gap-2">
          <Button onPress={close}>{text("Cancel")}</Button>
          <Button kind="primary" type="submit" isPending={invite.isPending}>
            {invite.isPending ? text("Sending…") : text("Send invitation")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
