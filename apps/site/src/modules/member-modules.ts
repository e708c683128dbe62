/** Modules for the pages of the member directory, loaded on demand. */

import { type Member, memberAboutCalls, memberDirectoryCalls } from "@porchlight/client/members";

type Call = { signal?: AbortSignal };
type Transport = Parameters<typeof memberDirectoryCalls>[0];

/** Public members and the texts about them. */
export function directory(transport: Transport) {
  const { queryMembers } = memberDirectoryCalls(transport);
  const { queryMemberAbouts } = memberAboutCalls(transport);
  return {
    /**
     * A page of members, newest first.
     *
     * @param words A text in name, title or slug. Empty: all members.
     */
    search: (words: string, paging: { limit: number; offset: number }, call?: Call) =>
      queryMembers({ paging }, words ? { search: { expression: words } } : {}, call),

    /** The member with this slug, if the reader may see one. */
    async findBySlug(slug: string, call?: Call): Promise<Member | undefined> {
      const query = { filter: { "profile.slug": slug }, paging: { limit: 1 } };
      return (await queryMembers(query, {}, call)).members[0];
    },

    /** The nodes of the text about a member. */
    async findAbout(memberId: string, call?: Call) {
      const { memberAbouts } = await queryMemberAbouts({ filter: { memberId }, paging: { limit: 1 } }, call);
      return memberAbouts[0]?.content;
    },
  };
}
