import { useMember, useSession } from "@porchlight/react";
import type { SiteMember } from "../client.ts";
import { toProblem } from "../shell/problem.ts";
import { PartFailed } from "../shell/problem-page.tsx";
import { useSite } from "../site.ts";
import { AccountFrame } from "./account-frame.tsx";
import { accountText } from "./account-texts.ts";

/** What the site knows about the member who is signed in, to read. */
export function AccountPage() {
  const { member, isPending, error } = useMember<SiteMember>();
  const { refresh } = useSession();
  return (
    <AccountFrame title={accountText("account.title")}>
      <section className="account-section" aria-labelledby="account-info" aria-busy={isPending}>
        <h2 id="account-info" className="account-heading">
          {accountText("account.info")}
        </h2>
        {member ? (
          <Info member={member} />
        ) : error ? (
          <PartFailed message={accountText("account.failed")} problem={toProblem(error)} retry={refresh} />
        ) : (
          <InfoSkeleton />
        )}
      </section>
    </AccountFrame>
  );
}

function Info({ member }: { member: SiteMember }) {
  const { language } = useSite().settings;
  const { loginEmail, loginEmailVerified, contact, profile, _createdDate } = member;
  const name = [contact?.firstName, contact?.lastName].filter(Boolean).join(" ") || profile?.nickname;
  return (
    <dl className="facts">
      <div>
        <dt>{accountText("account.name")}</dt>
        <dd>{name ? <bdi>{name}</bdi> : <span className="muted">{accountText("account.noName")}</span>}</dd>
      </div>
      <div>
        <dt>{accountText("account.email")}</dt>
        <dd>
          <bdi>{loginEmail}</bdi>{" "}
          <span className="badge" data-state={loginEmailVerified ? "verified" : "unverified"}>
            {accountText(loginEmailVerified ? "account.verified" : "account.unverified")}
          </span>
        </dd>
      </div>
      {_createdDate ? (
        <div>
          <dt>{accountText("account.since")}</dt>
          <dd>
            <time dateTime={_createdDate.toISOString()}>
              {_createdDate.toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" })}
            </time>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

/** Lines in the shape of what is on its way; the style sheet keeps them unseen for the first second. */
function InfoSkeleton() {
  return (
    <div className="skeleton" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
