import type { StaffRole } from "@porchlight/client/staff";
import { Navigate, Outlet, useLocation } from "react-router";
import { useStaffAccount } from "../context.ts";
import { text } from "../texts/text.ts";
import { Page } from "../ui/page.tsx";
import { TabLinks } from "../ui/tab-links.tsx";

interface Tab {
  to: string;
  name: string;
  isEnd?: boolean;
  roles: readonly StaffRole[];
}

const tabs: readonly Tab[] = [
  { to: "/site", name: text("Design"), isEnd: true, roles: ["owner"] },
  { to: "/site/home", name: text("Home page"), roles: ["owner"] },
  { to: "/site/navigation", name: text("Navigation"), roles: ["owner"] },
  { to: "/site/authors", name: text("Authors"), roles: ["owner"] },
  { to: "/site/pages", name: text("Pages"), roles: ["owner", "editor"] },
  { to: "/site/redirects", name: text("Redirects"), roles: ["owner", "editor"] },
  { to: "/site/mail", name: text("Emails"), roles: ["owner"] },
  { to: "/site/mail-log", name: text("Mail log"), roles: ["owner"] },
  { to: "/site/texts", name: text("Texts"), roles: ["owner"] },
];

/** Frame of the pages of the section "Site": its tabs, of which each role sees its own. */
function SiteLayout() {
  const { role } = useStaffAccount();
  const { pathname } = useLocation();
  const visible = tabs.filter(({ roles }) => roles.includes(role));
  if (pathname === "/site" && visible[0] && visible[0].to !== pathname) return <Navigate to={visible[0].to} replace />;
  return (
    <Page
      title={text("Site")}
      actions={
        <a href="/" target="_blank" rel="noopener" className="py-2 text-accent underline">
          {text("Open the site")}
        </a>
      }
    >
      <TabLinks label={text("Site")} tabs={visible} />
      <Outlet />
    </Page>
  );
}

export { SiteLayout as Component };
