import type { SiteSettings } from "@porchlight/client/site";
import { type QueryFunctionContext, useQueries, useQueryClient } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useConsole, useStaffAccount } from "../context.ts";
import { text } from "../texts/text.ts";
import { Button } from "../ui/button.tsx";
import { Section } from "../ui/section.tsx";

const storageKey = "porchlight-first-steps";
/** The default policy may be right, so having seen it is enough. */
const seenPolicyKey = "porchlight-seen-sign-in-policy";
const policySettings = ["memberApproval", "emailVerification", "secondStep", "passwordMinLength"];

interface Step {
  id: string;
  name: string;
  to: string;
  isDone(context: QueryFunctionContext): Promise<boolean>;
}

/** The first steps of a new site, until they are done or the owner hides them. One that cannot be read stays open. */
export default function FirstSteps() {
  const { site, loadPageModules } = useConsole().clients;
  const { hasSecondFactor } = useStaffAccount();
  const cache = useQueryClient();
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(storageKey) === "hidden");
  const hasChanged = async (names: readonly string[]) => {
    const { settings } = await cache.fetchQuery<SiteSettings>({
      queryKey: ["site-settings"],
      queryFn: ({ signal }) => site.siteSettings.getSiteSettings({ signal }),
      staleTime: 60_000,
    });
    return settings.some(
      ({ name, value, defaultValue }) => names.includes(name) && JSON.stringify(value) !== JSON.stringify(defaultValue),
    );
  };
  const steps: readonly Step[] = [
    {
      id: "brand",
      name: text("Choose the color and the logo of your site"),
      to: "/site",
      isDone: () => hasChanged(["brand", "logo"]),
    },
    {
      id: "policy",
      name: text("Decide who may join and how members sign in"),
      to: "/settings/sign-in",
      isDone: async () => localStorage.getItem(seenPolicyKey) !== null || hasChanged(policySettings),
    },
    {
      id: "mail",
      name: text("Set up email delivery"),
      to: "/settings/health",
      isDone: async ({ signal }) => (await site.operation.checkHealth({ signal })).some(({ code }) => code === "MAIL"),
    },
    {
      id: "post",
      name: text("Publish your first post"),
      to: "/posts/new",
      isDone: async ({ signal }) => {
        const { posts = [] } = await site.posts.listPosts({ paging: { limit: 1 } }, { signal });
        return posts.length > 0;
      },
    },
    {
      id: "factor",
      name: text("Protect your account with a second factor"),
      to: "/account",
      isDone: async () => hasSecondFactor,
    },
    {
      id: "team",
      name: text("Invite your team"),
      to: "/staff",
      isDone: async ({ signal }) => (await site.staff.listStaff({ signal })).length > 1,
    },
  ];
  const states = useQueries({
    queries: steps.map(({ id, isDone }) => ({
      queryKey: ["first-steps", id, hasSecondFactor],
      queryFn: async (context: QueryFunctionContext) => {
        await loadPageModules();
        return isDone(context);
      },
      enabled: !isHidden,
      staleTime: 60_000,
      retry: false,
    })),
  });
  if (isHidden || states.some(({ isPending }) => isPending) || states.every(({ data }) => data)) return null;
  const hide = () => {
    localStorage.setItem(storageKey, "hidden");
    setIsHidden(true);
  };
  return (
    <Section
      title={text("First steps")}
      actions={
        <Button kind="quiet" aria-label={text("Hide the first steps")} onPress={hide}>
          <X aria-hidden size={18} />
        </Button>
      }
    >
      <ul className="grid gap-2">
        {steps.map(({ id, name, to }, index) => {
          const isDone = states[index]?.data === true;
          return (
            <li key={id} className="flex items-center gap-3">
              <span
                className={`grid size-6 shrink-0 place-items-center rounded-full border ${isDone ? "border-transparent bg-success-soft text-success" : "border-line-strong"}`}
              >
                {isDone && <Check aria-hidden size={14} />}
              </span>
              {isDone ? (
                <span className="py-1 text-muted">
                  {name} <span className="sr-only">{text("(done)")}</span>
                </span>
              ) : (
                <Link
                  to={to}
                  className="py-1 font-medium text-accent hover:underline"
                  onClick={() => id === "policy" && localStorage.setItem(seenPolicyKey, "yes")}
                >
                  {name}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
