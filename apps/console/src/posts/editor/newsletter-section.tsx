import type { PostNewsletter } from "@porchlight/client/blog";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useConsole } from "../../context.ts";
import { text } from "../../texts/text.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorMessage, PanelSection, SuccessMessage } from "../../ui/section.tsx";

/** The query of the emails of a post. */
export const newsletterKey = (id: string) => ["posts", "newsletter", id] as const;

const pollIntervalMs = 3_000;

/** The emails of a post. */
export function usePostNewsletter(id: string, isEnabled = true) {
  const { newsletterPosts } = useConsole().clients.site;
  return useQuery({
    queryKey: newsletterKey(id),
    enabled: isEnabled,
    queryFn: ({ signal }) => newsletterPosts.getPostNewsletter(id, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data && (data.state === "QUEUED" || data.state === "SENDING" || (data.state === "SENT" && data.waiting > 0))
        ? pollIntervalMs
        : false,
  });
}

/** Whether a post was sent by email, a test, and another attempt. Nothing without a newsletter. */
export function NewsletterSection({ id }: { id: string }) {
  const newsletter = usePostNewsletter(id).data;
  if (!newsletter || (newsletter.state === "NONE" && !newsletter.canSend)) return null;
  return (
    <PanelSection title={text("Newsletter")}>
      <p role="status">{stateText(newsletter)}</p>
      {newsletter.retryable > 0 && <RetryButton id={id} retryable={newsletter.retryable} />}
      <TestButton id={id} />
    </PanelSection>
  );
}

function stateText({ state, sent, waiting, failed }: PostNewsletter): string {
  switch (state) {
    case "NONE":
      return text("You can email this post when you publish it.");
    case "PLANNED":
      return text("Will be sent when the post is published.");
    case "CANCELED":
      return text("Canceled before sending started.");
    case "QUEUED":
      return text("Will be sent shortly. Unpublish the post to cancel.");
    default:
      return text("{sent} sent, {waiting} waiting, {failed} failed.", { sent, waiting, failed });
  }
}

function RetryButton({ id, retryable }: { id: string; retryable: number }) {
  const { newsletterPosts } = useConsole().clients.site;
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => newsletterPosts.retryPostNewsletter(id),
    onSettled: () => queries.invalidateQueries({ queryKey: newsletterKey(id) }),
  });
  return (
    <>
      <Button isPending={retry.isPending} onPress={() => retry.mutate()}>
        {text("{n, plural, one {Send # failed email again} other {Send # failed emails again}}", { n: retryable })}
      </Button>
      {retry.isError && <ErrorMessage error={retry.error} />}
    </>
  );
}

function TestButton({ id }: { id: string }) {
  const { newsletterPosts } = useConsole().clients.site;
  const test = useMutation({ mutationFn: () => newsletterPosts.testPostNewsletter(id) });
  return (
    <>
      <Button isPending={test.isPending} onPress={() => test.mutate()}>
        {text("Send a test to yourself")}
      </Button>
      {test.isSuccess && <SuccessMessage>{text("Sent to {email}.", { email: test.data.to })}</SuccessMessage>}
      {test.isError && <ErrorMessage error={test.error} />}
    </>
  );
}
