import { ResetPassword } from "@porchlight/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { AccountForm } from "./account-form.tsx";

/** The token of the link, which `ResetPassword` stores in the history entry. */
function readToken(): string {
  const stored = (history.state as Record<string, unknown> | null)?.["porchlight-recovery-token"];
  return new URLSearchParams(location.hash.slice(1)).get("token") ?? (typeof stored === "string" ? stored : "");
}

/** Accepts an invitation, or sets a new password, depending on the account of the emailed link. */
function ResetPasswordPage() {
  const { clients, settings } = useConsole();
  const { recovery, staffSetup } = clients.account;
  const [token] = useState(readToken);
  const link = useQuery({
    queryKey: ["emailed-link"],
    queryFn: async () => {
      const { additionalData = {} } = await recovery.recover(token);
      const read = (name: string) => additionalData[name]?.strValue ?? "";
      if (!additionalData.isFirstPassword?.numValue) return undefined;
      history.replaceState(
        { ...(history.state as object | null), "porchlight-recovery-token": token },
        "",
        location.pathname,
      );
      return { email: read("email"), firstName: read("firstName"), lastName: read("lastName") };
    },
    select: (account) => ({ account }),
    gcTime: 0,
  });
  if (link.isPending && token !== "") return null;
  if (!link.data?.account) return <ResetPassword redirectTo="/admin/" signInHref="/admin/sign-in" />;
  return (
    <>
      <title>{text("Accept the invitation – Console")}</title>
      <AccountForm
        title={text("Create your account")}
        lead={text("You are invited to the team of {site}.", { site: settings.siteName })}
        initial={link.data.account}
        createWithPassword={({ firstName, lastName }, password) =>
          recovery.recover(token, { password, profile: { firstName, lastName } })
        }
        createWithPasskey={({ firstName, lastName }) =>
          staffSetup.acceptInvitationWithPasskey(token, { firstName, lastName })
        }
      />
    </>
  );
}

export { ResetPasswordPage as Component };
