import { isPorchlightError } from "@porchlight/client";
import type { StaffRole } from "@porchlight/client/staff";
import { SessionNotices, useAuth, useSession } from "@porchlight/react";
import { useQuery } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { StaffAccountContext, useConsole } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { errorText } from "../ui/errors/error-text.ts";
import { Toasts } from "../ui/toast.tsx";
import { Navigation } from "./navigation.tsx";
import { SearchButton } from "./search-button.tsx";
import { roleName } from "./sections.ts";

/**
 * Frame of all pages after the sign-in: navigation, content. Redirects visitors to the sign-in; when a session has
 * expired, the page stays and a dialog signs in again.
 */
export function Layout() {
  const { clients, settings } = useConsole();
  const { role, status } = useSession();
  const { pathname, search } = useLocation();
  const account = useQuery({
    queryKey: ["my-account"],
    queryFn: ({ signal }) => clients.site.staff.getMyStaffAccount({ signal }),
    enabled: role === "member",
    staleTime: 60_000,
  });
  if (status === "loading") return null;
  if (role !== "member" && status !== "degraded")
    return <Navigate to={`/sign-in?returnTo=${encodeURIComponent(`/admin${pathname}${search}`)}`} replace />;
  if (!account.data) return account.isError ? <Message>{errorText(account.error)}</Message> : null;
  const { role: staffRole, name, email } = account.data;
  const isRemoved = isPorchlightError(account.error) && account.error.code === "NOT_ALLOWED";
  return (
    <StaffAccountContext value={account.data}>
      <a
        href="#main"
        className="absolute start-2 -top-16 z-20 rounded-md border border-line-strong bg-surface p-3 focus:top-2"
      >
        {text("Skip to content")}
      </a>
      <div className="min-h-dvh sm:grid sm:grid-cols-[14rem_minmax(0,1fr)]">
        <header className="flex flex-col gap-4 border-line bg-surface max-sm:border-b sm:sticky sm:top-0 sm:h-dvh sm:border-e sm:p-3">
          <p className="truncate p-4 pe-28 font-semibold sm:px-3 sm:pt-2 sm:pb-0">{settings.siteName}</p>
          <SearchButton />
          <Navigation role={staffRole} />
          <SignedInAs name={name || email} />
        </header>
        <main id="main" tabIndex={-1} className="min-w-0 pb-20 outline-none max-sm:pb-36">
          {/* The attribute makes the sign-in accessible while another dialog is open. */}
          <div data-react-aria-top-layer>
            <SessionNotices
              signInHref="/admin/sign-in"
              forgotPasswordHref="/admin/forgot-password"
              location={pathname}
            />
          </div>
          <RoleNotice role={staffRole} isRemoved={isRemoved} />
          <Outlet />
        </main>
      </div>
      <Toasts />
    </StaffAccountContext>
  );
}

/** Says that the rights have changed. The page stays, so that nothing typed is lost. */
function RoleNotice({ role, isRemoved }: { role: StaffRole; isRemoved: boolean }) {
  const [shownRole, setShownRole] = useState(role);
  if (role === shownRole && !isRemoved) return null;
  return (
    <div role="alert" className="m-4 mb-0 grid gap-3 rounded-md bg-warning-soft p-3 text-warning sm:m-8 sm:mb-0">
      <p>
        {isRemoved
          ? text(
              "You no longer have access to the console: ask an owner. What you have typed on this page is still here. Copy what you need before you leave.",
            )
          : text(
              "Your role is {role} now. What you have typed on this page is still here. If it cannot be saved, ask an owner for your previous role, or copy what you need before you leave.",
              { role: roleName(role) },
            )}
      </p>
      {!isRemoved && (
        <div>
          <Button onPress={() => setShownRole(role)}>{text("Got it")}</Button>
        </div>
      )}
    </div>
  );
}

function SignedInAs({ name }: { name: string }) {
  const { signOut } = useAuth();
  return (
    <div className="flex items-center justify-between gap-2 border-line px-3 max-sm:absolute max-sm:end-0 max-sm:top-2 sm:border-t sm:pt-3">
      <p className="truncate text-muted max-sm:hidden">{name}</p>
      <Button kind="quiet" aria-label={text("Sign out")} onPress={() => void signOut()}>
        <LogOut aria-hidden size={18} className="rtl:rotate-180" />
      </Button>
    </div>
  );
}

function Message({ children }: { children: ReactNode }) {
  const { signOut } = useAuth();
  return (
    <main className="mx-auto grid max-w-md gap-4 p-8 pt-24">
      <p role="alert">{children}</p>
      <div className="flex gap-2">
        <Button kind="primary" onPress={() => location.reload()}>
          {text("Try again")}
        </Button>
        <Button onPress={() => void signOut()}>{text("Sign out")}</Button>
      </div>
    </main>
  );
}
