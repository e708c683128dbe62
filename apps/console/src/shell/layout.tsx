import type { StaffRole } from "@porchlight/client/staff";
import { useAuth, useSession } from "@porchlight/react";
import { useQuery } from "@tanstack/react-query";
import { House, KeyRound, LogOut, PenLine, ShieldUser, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Navigate, NavLink, Outlet, useLocation } from "react-router";
import { StaffAccountContext, useConsole } from "../context.ts";
import { Button, controlHeight } from "../ui/button.tsx";
import { errorText } from "../ui/error-text.ts";

interface Section {
  path: string;
  name: string;
  icon: typeof House;
  /** Roles that see it. */
  roles: readonly StaffRole[];
}

const everyone = ["owner", "editor", "author", "support"] as const;

const sections: readonly Section[] = [
  { path: "/", name: "Home", icon: House, roles: everyone },
  { path: "/posts", name: "Posts", icon: PenLine, roles: ["owner", "editor"] },
  { path: "/members", name: "Members", icon: Users, roles: ["owner", "support"] },
  { path: "/staff", name: "Staff", icon: ShieldUser, roles: ["owner"] },
  { path: "/account", name: "Account", icon: KeyRound, roles: everyone },
];

/** Frame of all pages after the sign-in: navigation, content. Redirects visitors to the sign-in. */
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
  if (role === "visitor" || role === "none")
    return <Navigate to={`/sign-in?returnTo=${encodeURIComponent(`/admin${pathname}${search}`)}`} replace />;
  if (account.isError) return <Message>{errorText(account.error)}</Message>;
  if (!account.data) return null;
  const { role: staffRole, name, email } = account.data;
  return (
    <StaffAccountContext value={account.data}>
      <a
        href="#main"
        className="absolute start-2 -top-16 z-20 rounded-md border border-line-strong bg-surface p-3 focus:top-2"
      >
        Skip to content
      </a>
      <div className="min-h-dvh sm:grid sm:grid-cols-[14rem_minmax(0,1fr)]">
        <header className="flex flex-col gap-4 border-line bg-surface max-sm:border-b sm:sticky sm:top-0 sm:h-dvh sm:border-e sm:p-3">
          <p className="truncate p-4 pe-16 font-semibold sm:px-3 sm:pt-2 sm:pb-0">{settings.siteName}</p>
          <nav
            aria-label="Console"
            className="grow max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-10 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:p-1"
          >
            <ul className="grid gap-1 max-sm:auto-cols-fr max-sm:grid-flow-col">
              {sections
                .filter(({ roles }) => roles.includes(staffRole))
                .map(({ path, name: label, icon: Icon }) => (
                  <li key={path}>
                    <NavLink
                      to={path}
                      end={path === "/"}
                      className={`${controlHeight} flex items-center gap-3 rounded-md px-3 font-medium whitespace-nowrap text-muted hover:bg-sunken hover:text-fg aria-[current]:bg-accent-soft aria-[current]:text-accent max-sm:flex-col max-sm:gap-1 max-sm:p-2 max-sm:text-xs`}
                    >
                      <Icon aria-hidden size={18} />
                      {label}
                    </NavLink>
                  </li>
                ))}
            </ul>
          </nav>
          <SignedInAs name={name || email} />
        </header>
        <main id="main" tabIndex={-1} className="min-w-0 outline-none max-sm:pb-20">
          <Outlet />
        </main>
      </div>
    </StaffAccountContext>
  );
}

function SignedInAs({ name }: { name: string }) {
  const { signOut } = useAuth();
  return (
    <div className="flex items-center justify-between gap-2 border-line px-3 max-sm:absolute max-sm:end-0 max-sm:top-2 sm:border-t sm:pt-3">
      <p className="truncate text-muted max-sm:hidden">{name}</p>
      <Button kind="quiet" aria-label="Sign out" onPress={() => void signOut()}>
        <LogOut aria-hidden size={18} />
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
          Try again
        </Button>
        <Button onPress={() => void signOut()}>Sign out</Button>
      </div>
    </main>
  );
}
