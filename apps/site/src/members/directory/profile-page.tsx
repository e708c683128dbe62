import { Anchor, TimeText, useMember } from "@porchlight/react";
import { useLoaderData } from "react-router";
import { PageHead } from "../../shell/page-head.tsx";
import { useSite } from "../../site.ts";
import memberStyles from "../../styles/members.css?url";
import { directoryText, MemberAvatar } from "./directory-entry.tsx";
import type { ProfileData } from "./directory-loader.ts";

export { profileLoader as loader } from "./directory-loader.ts";

/** The public profile of a member. */
function ProfilePage() {
  const { member, about } = useLoaderData<ProfileData>();
  const isPublic = useSite().settings.memberDirectory === "everyone";
  const isOwn = useMember(({ member: own }) => own?._id === member.id);
  const name = member.name ?? directoryText("members.unnamed");
  const [before = "", after = ""] = directoryText("members.since", { date: "\n" }).split("\n");
  return (
    <article key={member.id} className="member-page">
      <PageHead
        styles={[memberStyles]}
        title={name}
        description={member.title}
        {...(isPublic ? { canonicalPath: `/members/${encodeURIComponent(member.slug)}` } : { noIndex: true })}
      />
      <header>
        <MemberAvatar photo={member.photo} name={name} />
        <div>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          {member.title ? (
            <p>
              <bdi>{member.title}</bdi>
            </p>
          ) : null}
          <p className="muted">
            {before}
            <TimeText value={member.since} />
            {after}
          </p>
        </div>
      </header>
      {about.length > 0 ? (
        <section aria-labelledby="about-member">
          <h2 id="about-member">{directoryText("members.about")}</h2>
          {about.map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are never reordered
            <p key={index} dir="auto">
              {paragraph}
            </p>
          ))}
        </section>
      ) : null}
      <p className="actions">
        {isOwn ? (
          <Anchor className="site-button" data-variant="secondary" href="/account">
            {directoryText("members.edit")}
          </Anchor>
        ) : null}
        <Anchor href="/members">{directoryText("members.back")}</Anchor>
      </p>
    </article>
  );
}

export { ProfilePage as Component };
