import { ArrowLeft, Ellipsis, Eye } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { text } from "../texts/text.ts";
import { Button, LinkButton } from "../ui/button.tsx";

/** An entry of the menu of an {@link EditorHeader}. */
export interface EditorAction {
  id: string;
  label: string;
  run(): void;
}

/** Props of {@link EditorHeader}. */
export interface EditorHeaderProps {
  /** The list that the text belongs to. */
  back: { to: string; name: string };
  /** Status of the text, and whether it is saved. */
  children: ReactNode;
  /** Absent before the first save. */
  onPreview: (() => void) | undefined;
  publishButton: ReactNode;
  /** What the menu offers. Empty before the first save. */
  actions: readonly EditorAction[];
}

/** The bar above a post or page: back, state, preview, publishing, and a menu. It takes two rows on a phone. */
export function EditorHeader({ back, children, onPreview, publishButton, actions }: EditorHeaderProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <LinkButton to={back.to}>
        <ArrowLeft aria-hidden size={16} className="rtl:rotate-180" />
        <span className="max-sm:sr-only">{back.name}</span>
      </LinkButton>
      {children}
      <div className="ms-auto flex items-center max-sm:-me-2 sm:gap-2">
        {onPreview && (
          <Button kind="quiet" onPress={onPreview}>
            <Eye aria-hidden size={16} />
            <span className="max-sm:sr-only">{text("Preview")}</span>
          </Button>
        )}
        {publishButton}
        {actions.length > 0 && (
          <MenuTrigger>
            <Button kind="quiet" aria-label={text("More actions")}>
              <Ellipsis aria-hidden size={18} />
            </Button>
            <Popover
              placement="bottom end"
              className="min-w-48 rounded-lg border border-line bg-surface p-1 shadow-float"
            >
              <Menu
                items={actions}
                onAction={(key) => actions.find(({ id }) => id === key)?.run()}
                className="outline-none"
              >
                {(action) => (
                  <MenuItem className="cursor-pointer rounded-md px-3 py-2 outline-none data-[focused]:bg-sunken">
                    {action.label}
                  </MenuItem>
                )}
              </Menu>
            </Popover>
          </MenuTrigger>
        )}
      </div>
    </div>
  );
}

/** Props of {@link PublishChangesButton}. */
export interface PublishChangesButtonProps {
  /** Whether readers already see everything. The button then says so instead of publishing. */
  isUpToDate: boolean;
  isPending?: boolean;
  onPress(): void;
}

/** Publishes the changes of a text that is public. */
export function PublishChangesButton({ isUpToDate, isPending = false, onPress }: PublishChangesButtonProps) {
  const reasonId = useId();
  return (
    <>
      <Button
        kind="primary"
        isPending={isPending}
        isUnavailable={isUpToDate}
        {...(isUpToDate && { "aria-describedby": reasonId })}
        onPress={onPress}
      >
        {text("Publish changes")}
      </Button>
      {isUpToDate && (
        <span id={reasonId} hidden>
          {text("All changes are published.")}
        </span>
      )}
    </>
  );
}
