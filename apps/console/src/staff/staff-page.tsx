import type { StaffAccount, StaffRole } from "@porchlight/client/staff";
import { TimeText, useReauthentication } from "@porchlight/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useConsole, useStaffAccount } from "../context.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmIdentity } from "../ui/confirm-identity.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { fieldErrorOf } from "../ui/error-text.ts";
import { Select, TextField } from "../ui/fields.tsx";
import { Page } from "../ui/page.tsx";
import { Done, Problem } from "../ui/section.tsx";

const roles: readonly { id: StaffRole; label: string; hint: string }[] = [
  { id: "owner", label: "Owner", hint: "Can do everything, including settings and staff." },
  { id: "editor", label: "Editor", hint: "Manages posts, collections, forms and media." },
  { id: "author", label: "Author", hint: "Writes own posts." },
  { id: "support", label: "Support", hint: "Manages members; no content." },
];

/** The people who may use the console. */
function StaffPage() {
  const { clients } = useConsole();
  const own = useStaffAccount();
  const cache = useQueryClient();
  const reauthentication = useReauthentication();
  const [isInviting, setIsInviting] = useState(false);
  const [removed, setRemoved] = useState<StaffAccount>();
  const { staff } = clients.site;
  const list = useQuery({ queryKey: ["staff"], queryFn: ({ signal }) => staff.listStaff({ signal }) });
  const refresh = () => cache.invalidateQueries({ queryKey: ["staff"] });
  const change = useMutation({
    mutationFn: ({ id, role }: { id: string; role: StaffRole }) =>
      reauthentication.run(() => staff.changeStaffRole(id, role)),
    onSettled: refresh,
  });
  const resend = useMutation({
    mutationFn: ({ email, role }: StaffAccount) => reauthentication.run(() => staff.inviteStaff({ email, role })),
  });
  return (
    <Page
      title="Staff"
      actions={
        <Button kind="primary" onPress={() => setIsInviting(true)}>
          <UserPlus aria-hidden size={16} />
          Invite
        </Button>
      }
    >
      {change.isError && <Problem error={change.error} />}
      {resend.isError && <Problem error={resend.error} />}
      {resend.isSuccess && <Done>{`Another invitation to ${resend.data.email} is on its way.`}</Done>}
      {list.isError && <Problem error={list.error} />}
      <ul className="grid rounded-xl border border-line bg-surface">
        {list.data?.map((account) => (
          <li
            key={account._id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 border-line p-4 not-first:border-t sm:grid-cols-[minmax(0,1fr)_9rem_auto]"
          >
            <div className="grid min-w-0 gap-1 max-sm:col-span-2">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                <span className="truncate">{account.name || account.email}</span>
                {account._id === own._id && <Badge>You</Badge>}
                {account.status === "INVITED" && <Badge tone="warning">Invited</Badge>}
                {account.hasSecondFactor && <Badge tone="success">Two-step sign-in</Badge>}
              </p>
              <p className="break-words text-muted">
                {account.name ? `${account.email} · ` : ""}
                {account.lastLoginDate ? (
                  <>
                    Last sign-in <TimeText value={account.lastLoginDate} />
                  </>
                ) : (
                  "Has not signed in yet"
                )}
              </p>
            </div>
            <Select
              label={`Role of ${account.name || account.email}`}
              hidesLabel
              value={account.role}
              options={roles}
              onChange={(role) => change.mutate({ id: account._id, role })}
            />
            <span className="flex">
              {account.status === "INVITED" && (
                <Button kind="quiet" isPending={resend.isPending} onPress={() => resend.mutate(account)}>
                  Resend
                </Button>
              )}
              <Button kind="quiet" onPress={() => setRemoved(account)}>
                Remove
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <InviteDialog
        isOpen={isInviting}
        isCovered={reauthentication.prompt !== undefined}
        onClose={() => setIsInviting(false)}
        onInvite={async (person) => {
          await reauthentication.run(() => staff.inviteStaff(person));
          await refresh();
        }}
      />
      <RemoveDialog
        account={removed}
        isCovered={reauthentication.prompt !== undefined}
        onClose={() => setRemoved(undefined)}
        onRemove={async ({ _id }) => {
          await reauthentication.run(() => staff.removeStaff(_id));
          await refresh();
        }}
      />
      <ConfirmIdentity reauthentication={reauthentication} />
    </Page>
  );
}

interface InviteDialogProps {
  isOpen: boolean;
  /** Whether another dialog is open above. */
  isCovered: boolean;
  onClose(): void;
  onInvite(person: { email: string; role: StaffRole; firstName: string; lastName: string }): Promise<void>;
}

function InviteDialog({ isOpen, isCovered, onClose, onInvite }: InviteDialogProps) {
  const [role, setRole] = useState<StaffRole>("editor");
  const invite = useMutation({ mutationFn: onInvite, onSuccess: onClose });
  const emailError = fieldErrorOf(invite.error, "email");
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "");
    invite.mutate({ email: text("email"), role, firstName: text("firstName"), lastName: text("lastName") });
  }
  const close = () => {
    invite.reset();
    onClose();
  };
  return (
    <Dialog title="Invite a person" isOpen={isOpen && !isCovered} onClose={close}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        {invite.isError && !emailError && <Problem error={invite.error} />}
        <TextField label="Email" name="email" type="email" autoComplete="off" autoFocus error={emailError} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First name (optional)" name="firstName" autoComplete="off" />
          <TextField label="Last name (optional)" name="lastName" autoComplete="off" />
        </div>
        <Select<StaffRole> label="Role" value={role} options={roles} onChange={setRole} />
        <p className="text-muted">{roles.find(({ id }) => id === role)?.hint}</p>
        <div className="flex justify-end gap-2">
          <Button onPress={close}>Cancel</Button>
          <Button kind="primary" type="submit" isPending={invite.isPending}>
            {invite.isPending ? "Sending…" : "Send invitation"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface RemoveDialogProps {
  account: StaffAccount | undefined;
  /** Whether another dialog is open above. */
  isCovered: boolean;
  onClose(): void;
  onRemove(account: StaffAccount): Promise<void>;
}

function RemoveDialog({ account, isCovered, onClose, onRemove }: RemoveDialogProps) {
  const remove = useMutation({ mutationFn: onRemove, onSuccess: onClose });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <Dialog title="Remove this person?" isOpen={account !== undefined && !isCovered} onClose={close}>
      {remove.isError && <Problem error={remove.error} />}
      <p>
        {account?.name || account?.email} is signed out everywhere and can no longer use the console. Posts and other
        content stay.
      </p>
      <div className="flex justify-end gap-2">
        <Button autoFocus onPress={close}>
          Cancel
        </Button>
        <Button kind="danger" isPending={remove.isPending} onPress={() => account && remove.mutate(account)}>
          Remove
        </Button>
      </div>
    </Dialog>
  );
}

export { StaffPage as Component };
