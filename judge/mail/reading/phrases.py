"""What mail programs write around other people's words, in the languages players use.

All patterns are matched against lines that `judge.core.plain.plain_line` has already smoothed: ASCII dashes and
quotes, single spaces, no invisible characters. None has nested repetition.
"""

from __future__ import annotations

import re

from judge.core.regex import regex


def _words(text: str) -> str:
    """An alternation of the phrases of a text, one or more a line, parted by `|`; each is taken literally."""
    phrases = {phrase.strip() for line in text.splitlines() for phrase in line.split("|")}
    return "|".join(re.escape(phrase) for phrase in sorted(phrases - {""}, key=lambda item: (-len(item), item)))


def _pattern(text: str) -> re.Pattern[str]:
    return regex(text, re.IGNORECASE)


# --- "On Friday, Ann wrote:" ----------------------------------------------------------------------------------

_WROTE = _words(
    """
    wrote | writes | has written | schrieb | schreibt | geschrieben | a écrit | écrit | a ecrit | escribió | escribio
    va escriure | ha scritto | scrisse | schreef | heeft geschreven | het volgende geschreven | skrev | skreiv
    escreveu | napisał(a) | napisała | napisał | napisa | napisao | je napisao | napsal(a) | napsala | napsal | napísal
    kirjoitti | írta | ezt írta | yazdı | şunu yazdı | a scris | kirjutas | rašė | parakstīja | έγραψε
    написал(а) | написала | написал | пишет | писал(а) | писал | написав | 写道 | 寫道 | は書きました | さんが書きました
    のメール | 작성 | đã viết | menulis | כתב | كتب
    """
)
WROTE = _pattern(rf"(?:{_WROTE})")
WROTE_LAST = _pattern(rf"(?:{_WROTE})\s?(?:\(|:$)")
WROTE_AT_END = _pattern(rf"(?:{_WROTE})$")
BEHIND_AN_ORDER = _pattern(r"(.{3,200}?) ((?:On|Am|Le|El|Il|Op|Em|Den|W dniu) .{3,300}:)$")
WROTE_INSIDE = _pattern(rf"@[^\s<>@()]{{1,120}}>?\)?,? (?:{_WROTE})\s?: \S")
_FIRST = _words(
    """
    On | Am | Le | El | Il | Em | Op | Den | Dnia | W dniu | Dne | Din | På | Pada | La | Na | Vào | Ngày | Date | Día
    Fecha | In data | В | Quoting | Zitat | Citando | Citat | Cytowanie
    mon | tue | wed | thu | fri | sat | sun | lun | mar | mer | jeu | ven | sam | dim | mo | di | mi | do | fr | sa | so
    pon | wt | śr | czw | pt | ma | wo | vr | za | zo | пн | вт | ср | чт | пт | сб | вс | to | ti | ke | pe | la | su
    """
)
STARTS = _pattern(rf"(?:(?:{_FIRST})\b|[在於于]|\d{{1,4}}[-./年 ])")
QUOTING = _pattern(r"(?:Quoting|Zitat von|Citando a?|Citation de|Citat från|Citerar) .{1,120}:$")
# `Here are my orders for Spring 1901:` announces one's own words, whatever stands below.
ANNOUNCED = _pattern(
    r"\b(?:my|our|meine|unsere|mes|nos)\s(?:\w+\s){0,3}(?:orders?|moves?|sheet|trades?|offers?|builds?|retreats?|bids?|votes?"
    r"|befehle|züge|ordres|coups)\b(?!.*\bwrote\b)|\b(?:here|these)\s(?:are|is|come|comes|follow)\b(?!.*\bwrote\b)"
)
SIGNED_ON = _pattern(r"(?:SIGNON|MASTER|REGISTER|JOIN)\b")
ADDRESS = _pattern(r"[^\s<>@()]{1,64}@[^\s<>@()]{1,120}")
CLOCK = _pattern(r"\b\d{1,2}\s?[:.h]\s?\d{2}\b")
DATE = _pattern(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[-./]\d{1,2}[-./]\d{2,4}\b|\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b|\d{4}[年년]|\d{1,2}[月월]"
)

# --- a quoted head: From, Sent, To, Subject -------------------------------------------------------------------

_FROM = _words(
    """
    from | von | de | da | van | från | fra | od | feladó | lähettäjä | от | от кого | kimden | από | 发件人 | 寄件者
    差出人 | 보낸 사람
    """
)
_OTHER = _words(
    """
    sent | date | to | cc | subject | reply-to | gesendet | datum | an | betreff | kopie | antwort an | envoyé
    envoyé le | à | a | objet | copie | enviado | enviado el | enviado em | fecha | para | asunto | assunto | data
    inviato | oggetto | verzonden | aan | onderwerp | skickat | till | ämne | sendt | til | emne | wysłano | do | temat
    lähetetty | vastaanottaja | aihe | odesláno | komu | předmět | elküldve | címzett | tárgy | дата | кому | тема
    отправлено | gönderildi | kime | konu
    message du | sujet
    日期 | 发送时间 | 收件人 | 主题 | 送信日時 | 宛先 | 件名 | 날짜 | 받는 사람 | 제목
    """
)
_SUBJECT = _words(
    "subject | betreff | objet | sujet | asunto | assunto | oggetto | onderwerp | ämne | emne | temat | тема"
)
HEAD_FROM = _pattern(rf"\*?(?:{_FROM})\s?\*?\s?:\s?\*?\s?\S")
HEAD_OTHER = _pattern(rf"\*?({_OTHER})\s?\*?\s?:")
HEAD_LINE = _pattern(r"\*?[^\W\d_][^:@<>]{0,30}:\s?\*?\s?(\S.*)")
HEAD_SUBJECT = _pattern(rf"\*?(?:{_SUBJECT})\s?\*?\s?:\s?\*?\s?(.*)")
FORWARD_SUBJECT = _pattern(r"(?:fwd?|wg|tr|rv|enc|i|vs|vb|doorst|pd|пер)\s?:")

# --- marks between one's own words and others' ----------------------------------------------------------------

_ORIGINAL = _words(
    """
    original message | original appointment | ursprüngliche nachricht | ursprüngliche mail | originalnachricht
    message d'origine | message original | mensaje original | mensagem original | messaggio originale
    oorspronkelijk bericht | origineel bericht | ursprungligt meddelande | originalmeddelande
    oprindelig meddelelse | opprinnelig melding | alkuperäinen viesti | původní zpráva | wiadomość oryginalna
    eredeti üzenet | исходное сообщение | orijinal ileti | 原始邮件 | 元のメッセージ | reply message | antwort
    antwort nachricht
    """
)
_FORWARDED = _words(
    """
    forwarded message | forwarded by | begin forwarded message | weitergeleitete nachricht | weitergeleitet von
    anfang der weitergeleiteten nachricht | anfang der weitergeleiteten e-mail | message transféré
    message transmis | début du message transféré
    début du message réexpédié | mensaje reenviado
    inicio del mensaje reenviado | messaggio inoltrato | inizio messaggio inoltrato | doorgestuurd bericht
    begin doorgestuurd bericht | vidarebefordrat meddelande | vidarebefordrat brev | videresendt meddelelse
    videresendt melding | mensagem encaminhada | início da mensagem encaminhada | wiadomość przekazana dalej
    välitetty viesti | přeposlaná zpráva | továbbított üzenet | yönlendirilen ileti | пересылаемое сообщение
    начало переадресованного сообщения | 转发的邮件 | 轉寄郵件 | 転送メッセージ
    """
)
ORIGINAL_MARK = _pattern(
    rf"[-_=*]{{2,}} ?(?:{_ORIGINAL}) ?[-_=*]{{0,80}}$|(?:{_ORIGINAL}) ?-{{2,80}}$"
    rf"|-{{2,80}} ?(?:{_FIRST})\b.{{1,200}}\b(?:{_WROTE}) ?:? ?-{{2,80}}$"
    r"|\d{4}-\d\d-\d\d \d{1,2}:\d\d\b.{0,160}<[^<>@ ]{1,64}@[^<>@ ]{1,120}>:?$"
)
FORWARD_MARK = _pattern(
    rf"[-_=*]{{2,80}} ?(?:{_FORWARDED})\b.{{0,160}}$|(?:{_FORWARDED})[ :]*(?:-{{2,80}})?$"
    r"|start of forwarded message\b.{0,40}$"
)
ABOVE_THIS = _pattern(r"[#*=\-_> ]{0,12}(?:please )?(?:write|type|reply|put|enter)\b.{0,40}\babove this line\b.{0,20}$")
INITIALS = _pattern(r"[A-Za-z]{1,3}> \S")
POINTS_BELOW = _pattern(
    r"\b(?:below|inline|in-line|interleaved|in between|underneath|above|in red|in bold|quoted|as marked|unten|siehe"
    r"|dessous|ci-dessous|abajo|sotto|onder)\b"
)

# --- what devices, lawyers and lists add ----------------------------------------------------------------------

_MACHINE = _words(
    """
    iphone | phone | ipad | ipod | android | samsung | galaxy | blackberry | mobile | huawei | xiaomi | pixel | windows
    outlook | mail for | mail on | yahoo | gmail | proton | protonmail | tutanota | fastmail | k-9 | bluemail | spark
    canary | aol | apple | nokia | sony | oneplus | htc | lg | handy | tablet | smart | motorola | edison | hey
    superhuman | zoho | thunderbird | fairemail | mailbird | airmail | newton | boomer | t-mobile | verizon
    """
)
_GET = _words(
    """
    get | download | hol | holen sie | holen sie sich | télécharger | obtenez | obtener | obtén | scarica | ottieni
    hent | hämta | baixe | obter | skaffa
    """
)
_SENT = _words(
    """
    envoyé de | envoyé depuis | envoyé à partir | enviado desde | enviado do | enviado de | enviado a partir
    enviado con | inviato da | inviato dal | inviato con | spedito da | verzonden vanaf | verzonden met | verzonden via
    verzonden vanuit | verzonden van | verstuurd vanaf | verstuurd met | verstuurd via | skickat från | skicka från
    sendt fra | lähetetty | wysłane z | wysłano z | odesláno z | отправлено с | отправлено из | 发自我的 | 从我的
    """
)
DEVICE = _pattern(
    rf"(?:sent (?:from|via|using|with|by) (?:my |the |a )?(?:{_MACHINE})\b.{{0,100}}"
    r"|sent with (?:proton|tuta|secure|spark|mailspring)\b.{0,80}"
    rf"|(?:{_GET})\s?(?:the )?outlook (?:för|for|für|pour|para|per|voor|til)\b.{{0,80}}"
    r"|(?:diese (?:nachricht|mail|e-mail) wurde )?(?:von (?:meinem|mein|unterwegs) .{0,80})?"
    r"gesendet(?: (?:von|mit|über|aus) .{1,80})?"
    rf"|von (?:meinem|mein) .{{1,60}} gesendet|(?:{_SENT}) ?.{{1,80}}|i(?:phone|pad)から送信"
    r"|yahoo mail: .{1,60}|virus-?free\b.{0,80}|this e?-?mail has been checked for viruses.{0,80}"
    r"|scanned by .{1,60})[.!]?$"
)
SMALL_PRINT = _pattern(
    r"(?:\*?(?:disclaimer|confidentiality(?: notice| note)?|legal notice|privileged|haftungsausschluss"
    r"|rechtlicher hinweis|avis de confidentialité|aviso legal|avviso di riservatezza)\b"
    r"|the (?:information|contents?) (?:contained )?(?:in|of) this\b"
    r"|this (?:e-?mail|message|communication|transmission)(?: message)?,? ?"
    r"(?:and|including|with|is|may|contains|together)\b"
    r"|diese (?:e-?mail|nachricht) (?:enthält|kann|ist|und)"
    r"|ce (?:message|courriel|courrier|mail) (?:et|est|contient|peut)"
    r"|este (?:mensaje|correo|e-?mail) (?:y|es|contiene|puede)|questo (?:messaggio|e-?mail)|il presente messaggio"
    r"|dit (?:bericht|e-?mail)|deze e-?mail|please consider the environment|if you (?:are not|have received this)"
    r"|any unauthori[sz]ed|company (?:reg|number)|registered (?:in|office))"
)
LEGAL = _pattern(
    r"confiden|privileg|intended|recipient|addressee|liab|virus|unauthori|vertraulich|empfänger|destinat|riservat"
    r"|vertrouwelijk|geadresseerde|environment|registered (?:in|office)|company (?:reg|number)"
)
LIST_FOOT = _pattern(
    r"mailing list|listinfo|unsubscribe|you received this message because|groups\.(?:google|io|yahoo)"
    r"|to post to this|abmelden|désabonn|list-?archiv"
)
LIST_FOOT_ALONE = _pattern(
    r"you received this (?:message|email) because|to unsubscribe (?:from|send|click|visit|,)|-=-=-=-=-"
)
RULER = _pattern(r"[-_=*~+# ]{12,}$")

# --- press ----------------------------------------------------------------------------------------------------

PRESS = _pattern(r"(?:(?:grey|gray|white|black|postal|partial|public|private)\s+)?(?:press|broadcast|announce)\b")
END_PRESS = _pattern(r"end\s?(?:press|broadcast|announce)\b")

# --- subjects -------------------------------------------------------------------------------------------------

SUBJECT_TAGS = _pattern(
    r"^(?:(?:re|aw|sv|antw|odp|fwd?|wg|tr|rv|vs|r|rif|ynt)\s?(?:\[\d{1,3}\])?:\s?"
    r"|\[[^\]]{0,60}\]\s?|[A-Za-z]\w{0,20}:\s){1,8}"
)
SUBJECT_ANSWERS = _pattern(r"\s*(?:re|aw|sv|antw|odp|fwd?|wg|tr|rv|vs|r|rif|ynt)\s?(?:\[\d{1,3}\])?:")
SUBJECT_BRACKETS = _pattern(r"^\s*(?:\[[^\]]{0,60}\]\s?)+")
SUBJECT_OURS = _pattern(r"(?:re|aw|sv|antw|odp|vs|r|rif|ynt)\s?(?:\[\d{1,3}\])?:\s?\[")
_TAGS = "OK|FILED|CHECK|PARTIAL|ASK|NOTED|ERROR|HELD"  # of answers
JUDGE_SUBJECT = _pattern(rf"\[(?:{_TAGS}|QUESTION|NOTHING FOUND|CONFIRM|SET ASIDE)\]")
JUDGE_STAMP = _pattern(r"(?:Received|Deadline) (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z]{3} \d{4}\b")
JUDGE_OPENING = _pattern(
    rf"(?:{_TAGS}) - |Your letter (?:came, (?:and there was nothing|but the judge)|was NOT carried out)"
    r"|I found nothing in your letter|You wrote so many letters within|(?:Somebody|A player), (?:we|I) hope you, asked"
)
ROBOT_SUBJECT = _pattern(
    r"(?:auto(?:matic)?[- ]?(?:reply|response|responder|generated)?\s?:|automatic reply|auto-?reply"
    r"|out of (?:the )?office|on (?:vacation|leave|holiday)|abwesen|automatische antwort|réponse automatique"
    r"|absence du bureau|absent\b|respuesta automática|fuera de (?:la )?oficina|risposta automatica|fuori sede"
    r"|automatisch antwoord|afwezig|autosvar|automatiskt svar|resposta automática|automatyczna odpowiedź|автоответ"
    r"|vacation\b)"
)
