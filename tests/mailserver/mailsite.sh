#!/bin/bash
# A throw-away mail site on loopback: Dovecot (IMAP, LMTP, logins) and Postfix (incoming mail, submission).
# Needs root, dovecot-imapd, dovecot-lmtpd, postfix and openssl. Nothing leaves 127.0.0.1.
#   MAILROOT=DIR PORTBASE=N mailsite.sh start | stop | world plain|strips|refuses|oauth [KEYS] | kill9 dovecot|postfix | renumber USER | quota BYTES
# MAILROOT must be a directory of its own that everybody may enter; ports are PORTBASE + the well-known ones.
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
: "${MAILROOT:?}" "${PORTBASE:?}"
PASSWORD=${PASSWORD:-secret}
OWNER=nobody
IMAP=$((PORTBASE + 143)) IMAPS=$((PORTBASE + 993)) LMTP=$((PORTBASE + 24)) AUTH=$((PORTBASE + 12))
MX=$((PORTBASE + 25)) SUBMISSION=$((PORTBASE + 587)) SUBMISSIONS=$((PORTBASE + 465))
export PATH=$PATH:/usr/sbin:/sbin

die() { echo "mailsite: $*" >&2; exit 1; }

fill() { # template, file
  sed -e "s|@ROOT@|$MAILROOT|g" -e "s|@OWNER@|$OWNER|g" -e "s|@GROUP@|$(id -gn "$OWNER")|g" \
    -e "s|@IMAP@|$IMAP|g" -e "s|@IMAPS@|$IMAPS|g" -e "s|@LMTP@|$LMTP|g" -e "s|@AUTH@|$AUTH|g" \
    -e "s|@MX@|$MX|g" -e "s|@SUBMISSION@|$SUBMISSION|g" -e "s|@SUBMISSIONS@|$SUBMISSIONS|g" "$1" >"$2"
}

certificates() { # a CA, a server it signed, and a CA that signed nothing
  local new="openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
  mkdir -p "$MAILROOT/tls" && cd "$MAILROOT/tls"
  for ca in ca other-ca; do
    $new -x509 -days 30 -subj "/CN=$ca of the test site" -addext keyUsage=critical,keyCertSign,cRLSign \
      -keyout $ca.key -out $ca.pem 2>/dev/null
  done
  printf 'subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth\n' >extensions
  $new -subj /CN=localhost -keyout server.key -out server.csr 2>/dev/null
  openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile extensions \
    -out server.pem 2>/dev/null
}

configure() {
  mkdir -p "$MAILROOT"/{dovecot,postfix,mail,log,run,lib,queue,pfdata,ml}
  chmod 755 "$MAILROOT"
  (certificates)
  fill "$HERE/dovecot.conf.in" "$MAILROOT/dovecot/dovecot.conf"
  fill "$HERE/main.cf.in" "$MAILROOT/postfix/main.cf"
  fill "$HERE/master.cf.in" "$MAILROOT/postfix/master.cf"
  for user in judge@judge.test {ann,bob,cid,dee,eve}@players.test; do
    echo "$user:{PLAIN}$PASSWORD" >>"$MAILROOT/users"
    echo "$user ok" >>"$MAILROOT/postfix/mailboxes"
  done
  printf 'results@ml.test mlmmj:results\ndead.test dead:\n' >"$MAILROOT/postfix/transport"
  [ -d /usr/share/mlmmj ] && mailing_list results
  chown -R "$OWNER:" "$MAILROOT"/{mail,lib,log,ml}
  chown root "$MAILROOT/queue" && chown postfix "$MAILROOT/pfdata"
}

mailing_list() { # mlmmj keeps a list as a directory of files with one value each; only the judge may post
  local list=$MAILROOT/ml/$1
  mkdir -p "$list"/{incoming,queue/discarded,archive,text,subconf,unsubconf,bounce,control,moderation,requeue}
  mkdir -p "$list"/{subscribers.d,digesters.d,nomailsubs.d}
  cp -r /usr/share/mlmmj/text.skel/en/* "$list/text/"
  cd "$list/control"
  echo "$1@ml.test" >listaddress
  echo judge@judge.test >owner
  echo + >delimiter
  echo 127.0.0.1 >relayhost
  echo "$MX" >smtpport
  touch nosubconfirm noarchive tocc
  printf 'allow ^From:.*judge@judge\.test\ndeny\n' >access
  printf 'List-Id: <%s.ml.test>\nList-Post: <mailto:%s@ml.test>\nPrecedence: list\n' "$1" "$1" >customheaders
  for user in ann bob; do echo "$user@players.test" >>"$list/subscribers.d/${user:0:1}"; done
  cd "$MAILROOT"
}

wait_port() {
  for _ in $(seq 300); do (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return 0; sleep 0.02; done
  die "port $1 did not open; see $MAILROOT/log"
}

pid_of() { # both keep the pid of their master in a file, Postfix with blanks before it
  case $1 in dovecot) tr -d ' ' <"$MAILROOT/run/master.pid" ;; postfix) tr -d ' ' <"$MAILROOT/queue/pid/master.pid" ;; esac 2>/dev/null || true
}

alive() { # a zombie, in a container without init, is not
  [ -n "${1:-}" ] || return 1
  case "$(ps -o stat= -p "$1" 2>/dev/null)" in '' | Z*) return 1 ;; esac
}

tree() { echo "$1"; for child in $(pgrep -P "$1" || true); do tree "$child"; done; }

start_dovecot() {
  local tries=0 # what was killed a moment ago may not have let go of its ports
  until alive "$(pid_of dovecot)" || dovecot -c "$MAILROOT/dovecot/dovecot.conf" </dev/null >>"$MAILROOT/log/start" 2>&1; do
    tries=$((tries + 1))
    [ $tries -lt 20 ] || die "$(cat "$MAILROOT/log/start")"
    sleep 0.3
  done
  for port in $IMAP $IMAPS $LMTP; do wait_port "$port"; done
}

start_postfix() { # `postfix start` sleeps two seconds, its master alone does not
  if ! alive "$(pid_of postfix)"; then
    [ -d "$MAILROOT/queue/pid" ] || postfix -c "$MAILROOT/postfix" check >>"$MAILROOT/log/start" 2>&1 || die "$(cat "$MAILROOT/log/start")"
    MAIL_CONFIG=$MAILROOT/postfix setsid "$(postconf -dh daemon_directory)/master" </dev/null >>"$MAILROOT/log/start" 2>&1 &
  fi
  for port in $MX $SUBMISSION $SUBMISSIONS; do wait_port "$port"; done
}

kill9() { # the master first: it would start its dead children again
  local master; master=$(pid_of "$1")
  alive "$master" || return 0
  # shellcheck disable=SC2046
  kill -9 $(tree "$master") 2>/dev/null || true
  for _ in $(seq 200); do alive "$master" || break; sleep 0.02; done
  [ "$1" = postfix ] || rm -f "$MAILROOT/run/master.pid"
}

world() { # a provider of another kind: what it does is put behind the common settings
  local main=$MAILROOT/postfix/main.cf; local master=$MAILROOT/postfix/master.cf
  fill "$HERE/main.cf.in" "$main"; fill "$HERE/master.cf.in" "$master"; rm -f "$MAILROOT/dovecot/oauth.conf"
  case $1 in
    plain) ;;
    strips) # takes what stands behind the plus sign off every address that a letter is sent to
      printf '/^judge\+.*@judge\.test$/ judge@judge.test\n' >"$MAILROOT/postfix/strip"
      echo "recipient_canonical_maps = regexp:$MAILROOT/postfix/strip" >>"$main"
      sed -i s/flags=DO/flags=D/ "$master" ;; # and says nowhere what it was
    refuses) # lets nobody send but under his own plain address, and says so at RCPT as Postfix does
      printf '/^judge\+/ 553 5.7.1 Sender address rejected: not owned by user\n' >"$MAILROOT/postfix/owned"
      sed -i "s|permit_sasl_authenticated,reject|check_sender_access,regexp:$MAILROOT/postfix/owned,permit_sasl_authenticated,reject|" "$master" ;;
    oauth) # tokens only, for the judge; $2 is the folder with the key that signs them
      printf 'auth_mechanisms = plain login xoauth2 oauthbearer\npassdb {\n  driver = oauth2\n  mechanisms = xoauth2 oauthbearer\n  args = %s\n}\n' \
        "$MAILROOT/dovecot/tokens" >"$MAILROOT/dovecot/oauth.conf"
      printf 'introspection_mode = local\nlocal_validation_key_dict = fs:posix:prefix=%s/\nusername_attribute = email\n' "$2" \
        >"$MAILROOT/dovecot/tokens" ;;
    *) die "no such world: $1" ;;
  esac
  kill9 postfix; kill9 dovecot
  start_dovecot; start_postfix
}

case "${1:-}" in
  world) world "$2" "${3:-}" ;;
  start) [ -e "$MAILROOT/users" ] || configure; start_dovecot; start_postfix ;;
  stop) kill9 postfix; kill9 dovecot ;;
  kill9) kill9 "$2" ;;
  renumber) rm -f "$MAILROOT/mail/${2#*@}/${2%@*}"/dovecot-uidlist "$MAILROOT/mail/${2#*@}/${2%@*}"/dovecot.index* ;;
  quota) # 0: none
    if [ "$2" = 0 ]; then rm -f "$MAILROOT/dovecot/quota.conf"; else
      printf 'mail_plugins = quota\nquota_full_tempfail = yes\nplugin {\n  quota = maildir:all\n  quota_rule = *:bytes=%s\n}\n' "$2" \
        >"$MAILROOT/dovecot/quota.conf"
    fi
    kill9 dovecot; start_dovecot ;;
  *) sed -n 2,5p "$0"; exit 2 ;;
esac
