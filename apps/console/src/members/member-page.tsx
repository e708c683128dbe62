import type { Member } from "@porchlight/client/members";
import { TimeText } from "@porchlight/react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useConsole } from "../context.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { errorText } from "../ui/error-text.ts";
import { TextField } from "../ui/fields.tsx";
import { Page } from "../ui/page.tsx";
import { MemberStatus, nameOf } from "./member-status.tsx";
import { useMemberActions } from "./use-member-actions.ts";

/** One member. */
function MemberPage() {
  const { id = "" } = useParams();
  const { clients } = useConsole();
  const member = useQuery({
    queryKey: ["members", "one", id],
    queryFn: ({ signal }) => clients.site.members.getMember(id, { fieldsets: ["FULL"] }, { signal }),
  });
  if (member.isError)
    return (
      <Page title="Member">
        <p role="alert">{errorText(member.error)}</p>
      </Page>
    );
  return member.data ? <MemberDetails member={member.data} /> : null;
}

function MemberDetails({ member }: { member: Member }) {
  const actions = useMemberActions();
  const [isDeleting, setIsDeleting] = useState(false);
  const { _id: id } = member;
  const isMuted = member.activityStatus === "MUTED";
  return (
    <Page
      title={nameOf(member)}
      actions={
        <>
          {member.status !== "APPROVED" && (
            <Button kind="primary" onPress={() => actions.mutate({ action: "approve", ids: [id] })}>
              {member.status === "PENDING" ? "Approve" : "Unblock"}
            </Button>
          )}
          {member.status === "APPROVED" && (
            <Button onPress={() => actions.mutate({ action: "block", ids: [id] })}>Block</Button>
          )}
          <Button onPress={() => actions.mutate({ action: isMuted ? "unmute" : "mute", ids: [id] })}>
            {isMuted ? "Unmute" : "Mute"}
          </Button>
          <Button kind="danger" onPress={() => setIsDeleting(true)}>
            Delete
          </Button>
        </>
      }
    >
      {actions.isError && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger">
          {errorText(actions.error)}
        </p>
      )}
      <dl className="grid gap-x-8 gap-y-4 rounded-xl border border-line bg-surface p-6 sm:grid-cols-2">
        <Detail name="Status">
          <MemberStatus member={member} />
        </Detail>
        <Detail name="Email">{member.loginEmail}</Detail>
        <Detail name="Joined">
          <TimeText value={member._createdDate} />
        </Detail>
        <Detail name="Last sign-in">
          {member.lastLoginDate ? <TimeText value={member.lastLoginDate} /> : "Never"}
        </Detail>
        <Detail name="Profile">{member.privacyStatus === "PUBLIC" ? "Public" : "Private"}</Detail>
        <Detail name="Slug">{member.profile.slug}</Detail>
        {member.contact?.phones?.length ? <Detail name="Phone">{member.contact.phones.join(", ")}</Detail> : null}
      </dl>
      <DeleteDialog member={member} isOpen={isDeleting} onClose={() => setIsDeleting(false)} />
    </Page>
  );
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid min-w-0 gap-1">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 overflow-hidden font-medium text-ellipsis">{children}</dd>
  </div>
);

function DeleteDialog({ member, isOpen, onClose }: { member: Member; isOpen: boolean; onClose(): void }) {
  const actions = useMemberActions();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const email = member.loginEmail ?? "";
  return (
    <Dialog title={`Delete ${nameOf(member)}?`} isOpen={isOpen} onClose={onClose}>
      <p>The account and everything personal is deleted for good. Posts stay without the author's name.</p>
      <TextField label={`Type ${email} to confirm`} value={typed} onChange={setTyped} autoComplete="off" autoFocus />
      {actions.isError && (
        <p role="alert" className="text-danger">
          {errorText(actions.error)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onPress={onClose}>Cancel</Button>
        <Button
          kind="danger"
          isDisabled={typed.trim().toLowerCase() !== email.toLowerCase()}
          isPending={actions.isPending}
          onPress={() =>
            actions.mutate(
              { action: "delete", ids: [member._id] },
              { onSuccess: () => void navigate("/members", { replace: true }) },
            )
          }
        >
          Delete
        </Button>
      </div>
    </Dialog>
  );
}

export { MemberPage as Component };
